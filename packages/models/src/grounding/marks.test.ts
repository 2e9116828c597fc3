import { describe, expect, it } from "vitest";
import { addMarks, defuseMarks, readMarks, withoutMarks } from "./marks.ts";

describe("readMarks", () => {
  it.each([
    ["Moved [1].", "Moved [1].", [1]],
    ["Moved[1][2].", "Moved [1] [2].", [1, 2]],
    ["Moved [1, 3].", "Moved [1] [3].", [1, 3]],
    ["Moved [1-3].", "Moved [1] [2] [3].", [1, 2, 3]],
    ["Moved 【2†note】.", "Moved [2].", [2]],
    ["Moved [note 2].", "Moved [2].", [2]],
    ["Moved [9].", "Moved.", []],
    ["Moved [0] [1].", "Moved [1].", [1]],
    ["In [2024] it was [x].", "In [2024] it was [x].", []],
  ])("%j → %j", (text, expectedText, expectedNumbers) => {
    expect(readMarks(text, 3)).toEqual({ text: expectedText, cited: expectedNumbers });
  });
});

it("puts marks before the full stop, and none on text without words", () => {
  expect(addMarks("Grace moved. ", [2, 1])).toBe("Grace moved [2] [1]. ");
  expect(addMarks("Grace moved", [1])).toBe("Grace moved [1]");
  expect(addMarks(". ", [1])).toBe(". ");
});

it("removes marks, or makes them harmless and keeps them legible", () => {
  expect(withoutMarks("As [1] said [2, 3].")).toBe("As said.");
  expect(defuseMarks("As [1] said 【2】.")).toBe("As (1) said (2).");
});
