import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { words } from "./analyze.ts";
import { createStemFinder } from "./stem-finder.ts";

const PIECES = [
  "Cells",
  "cell's",
  "GROWING",
  "growth",
  "a",
  "be",
  "Zürich",
  "zurich",
  "c++",
  "node.js",
  "寿司屋",
  "x2",
  "2nd",
];
const text = fc
  .array(fc.constantFrom(...PIECES, " ", " ", "-", "'", ". ", "\u0301", "Ω"), { maxLength: 20 })
  .map((pieces) => pieces.join(""));

describe("stem finder", () => {
  it("finds the same words and positions as a full analysis", () => {
    fc.assert(
      fc.property(text, fc.subarray(PIECES), (searchedText, pieces) => {
        const stems = new Set(pieces.flatMap((piece) => words(piece).map((word) => word.stem)));
        const foundStems: [string, number][] = [];
        const count = createStemFinder(stems).find(searchedText, (stem, place) => foundStems.push([stem, place]));
        const all = words(searchedText).map((word) => word.stem);
        expect(count).toBe(all.length);
        expect(foundStems).toEqual(
          all.map((stem, place) => [stem, place]).filter(([stem]) => stems.has(stem as string)),
        );
      }),
      { numRuns: 3_000 },
    );
  });
});
