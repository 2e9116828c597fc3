import { cpuTimeOf } from "@knote/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { words } from "./analyze.ts";
import { matchesPhrase } from "./keyword-query.ts";
import { mayHoldPhrase } from "./phrase-filter.ts";
import { formOf } from "./word-forms.ts";

const PIECES = [
  "cell",
  "cells",
  "growth",
  "growing",
  "to",
  "be",
  "ability",
  "Zürich",
  "c++",
  "node.js",
  "寿司",
  "o'Neil's",
];
const SIGNS = [
  " ",
  " ",
  " ",
  "  ",
  ".",
  ". ",
  "'",
  "''",
  "’",
  "&",
  "_",
  "-",
  " – ",
  "™",
  "№",
  "½",
  "ﬁ",
  "Ｃ",
  "\u0301",
  "\u00a0",
  "#",
  "Ω",
];
/** Texts that a single character splits into words, although most characters there would not. */
const SPLIT_TEXTS: [string, string[]][] = [
  ["cell'\u0301growth", ["growth"]],
  ["c++be", ["c++", "be"]],
];
const text = fc.array(fc.constantFrom(...PIECES, ...SIGNS), { maxLength: 14 }).map((pieces) => pieces.join(""));

describe("phrases in a text", () => {
  it("are found as by a full analysis, whatever separates the words", () => {
    fc.assert(
      fc.property(text, fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 }), (field, pieces) => {
        const stems = pieces.flatMap((piece) => words(piece).map((word) => word.stem));
        expect(matchesPhrase(stems, [field])).toBe(
          standsIn(
            stems,
            words(field).map((word) => word.stem),
          ),
        );
      }),
      { numRuns: 5_000, examples: SPLIT_TEXTS },
    );
  });

  it("are distinguished by the beginnings of words", () => {
    expect(mayHoldPhrase(["cell", "growth"], "Cellular growths")).toBe(true);
    expect(mayHoldPhrase(["cell", "growth"], "Growth of cells, and the growth")).toBe(false);
    expect(mayHoldPhrase(["cell", "growth"], "the café’s cell-growth")).toBe(true);
    expect(mayHoldPhrase(["cell", "growth"], "the café’s cells and growth")).toBe(false);
  });

  it("stays quick on a text of one word repeated", async () => {
    const owls = "owl ".repeat(100_000);
    const look = () => expect(mayHoldPhrase(["owl", "owl", "mice"], owls)).toBe(false);
    expect(await cpuTimeOf(look)).toBeLessThan(1_000);
  });
});

describe("stems", () => {
  it("have all but two letters in common with the beginning of their words, and the first two from four on", () => {
    const endings = [
      "ational",
      "ization",
      "iveness",
      "fulness",
      "biliti",
      "bility",
      "ement",
      "logi",
      "ies",
      "ied",
      "eed",
      "ing",
      "ed",
      "y",
      "s",
      "e",
      "ll",
    ];
    const letters = fc.string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"), maxLength: 6 });
    const wordsWithEndings = fc.tuple(letters, fc.array(fc.constantFrom(...endings), { maxLength: 3 }));
    fc.assert(
      fc.property(wordsWithEndings, ([start, ends]) => {
        const { text: word, stem } = formOf(start + ends.join(""));
        expect(word.startsWith(stem.slice(0, Math.max(1, stem.length - 2)))).toBe(true);
        expect(stem.length < 4 || word.startsWith(stem.slice(0, 2))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});

function standsIn(stems: readonly string[], all: readonly string[]): boolean {
  return all.some((_, start) => stems.every((stem, offset) => all[start + offset] === stem));
}
