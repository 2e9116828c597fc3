import { expect, it } from "vitest";
import { tagsBeginningWith } from "./use-known-tags.ts";

it("offers tags that begin so, the most used first, each once", () => {
  const tags = ["learning", "sleep", "Lear", "learning", "Learning", "leather"];
  expect(tagsBeginningWith("LEA", tags)).toEqual(["learning", "Lear", "leather"]);
  expect(tagsBeginningWith("x", tags)).toEqual([]);
});
