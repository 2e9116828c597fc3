import { expect, it } from "vitest";
import { openBrackets, withTitle } from "./title-completion.ts";

it.each([
  ["see [[nap", 9, { start: 4, prefix: "nap" }],
  ["[[", 2, { start: 0, prefix: "" }],
  ["see [[nap]] and", 15, null],
  ["see [[nap\nmore", 14, null],
  ["see [nap", 8, null],
  ["a [[b then [[c", 14, { start: 11, prefix: "c" }],
])("in %j at %i finds %j", (text, caret, expectedBrackets) => {
  expect(openBrackets(text, caret)).toEqual(expectedBrackets);
});

it("puts the title where the brackets were", () => {
  expect(withTitle("see [[na now", { start: 4, prefix: "na" }, "Naps help")).toEqual({
    text: "see Naps help now",
    caret: 13,
  });
  expect(withTitle("[[na]]", { start: 0, prefix: "na" }, "Naps help").text).toBe("Naps help");
});
