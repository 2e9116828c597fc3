import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { words } from "./analyze.ts";
import { createStemFinder } from "./stem-finder.ts";
import { wordReader } from "./word-reader.ts";

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
        const count = createStemFinder(stems, wordReader("What is it?")).find(searchedText, (stem, place) =>
          foundStems.push([stem, place]),
        );
        const all = words(searchedText).map((word) => word.stem);
        expect(count).toBe(all.length);
        expect(foundStems).toEqual(
          all.map((stem, place) => [stem, place]).filter(([stem]) => stems.has(stem as string)),
        );
      }),
      { numRuns: 3_000 },
    );
  });

  it("finds irregular forms and words for the same as the question's own", () => {
    const question = "When did we buy the bike?";
    const reader = wordReader(question);
    const places: [string, number][] = [];
    const finder = createStemFinder(reader.stemsIn(question), reader);
    finder.find("Ada bought a bicycle, and a bike bell", (stem, place) => places.push([stem, place]));
    const [buy, bike] = [...reader.stemsIn("buy bike")];
    expect(places).toEqual([
      [buy, 1],
      [bike, 3],
      [bike, 6],
    ]);
  });

  it("finds other forms of a word of another language", () => {
    const reader = wordReader("Welche Häuser haben einen Keller?");
    const places: [string, number][] = [];
    const finder = createStemFinder(reader.stemsIn("Häuser Keller"), reader);
    expect(finder.find("Our house: das Haus hat zwei Kellern", (stem, place) => places.push([stem, place]))).toBe(7);
    expect(places.map(([, place]) => place)).toEqual([3, 6]);
  });
});
