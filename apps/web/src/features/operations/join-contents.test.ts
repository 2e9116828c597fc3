import { expect, it } from "vitest";
import { joinContents } from "./join-contents.ts";

it.each([
  [["One.", "Other."], "One.\n\nOther."],
  [["Same.", "Same."], "Same."],
  [["So.", "So. And more."], "So. And more."],
  [["So. And more.", "So."], "So. And more."],
])("joins %j", (contents, whole) => {
  expect(joinContents(contents)).toBe(whole);
});
