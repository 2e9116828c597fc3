import { expect, it } from "vitest";
import { namesIn } from "./names.ts";

it("returns runs of words that can be a title, as title keys", () => {
  expect(namesIn("the Old Mill", 10).toSorted()).toEqual(["mill", "old", "old mill", "the old", "the old mill"]);
});

it("returns no run across the end of a sentence or line, and none that ends with a stop word", () => {
  expect(namesIn("Mills. Owls\nMice and", 10).toSorted()).toEqual(["mice", "mill", "owl"]);
});

it("joins words that a full stop is part of, and words beside a comma", () => {
  expect(namesIn("Node.js, Paris", 10)).toContain("node.js pari");
});

it("returns runs of at most five words, and reads only so many words", () => {
  const keys = namesIn("one two three four five six", 6);
  expect(keys).toContain("two three four five six");
  expect(keys).not.toContain("one two three four five six");
  expect(namesIn("barns mills", 1)).toEqual(["barn"]);
});

it("stays within its bound on a text without spaces", () => {
  expect(namesIn("x".repeat(50_000), 5).join("").length).toBeLessThanOrEqual(50);
});
