import { expect, it } from "vitest";
import { countOf } from "./count-of.ts";

it.each([
  [0, "0 notes"],
  [1, "1 note"],
  [2, "2 notes"],
  [1_200, "1,200 notes"],
])("writes %i with its noun", (count, text) => {
  expect(countOf(count, "note", "notes")).toBe(text);
});
