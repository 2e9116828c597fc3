import { expect, it } from "vitest";
import { rareUnits } from "./rare-units.ts";

const rare = (notes: Readonly<Record<string, number>>, mostNotes?: number) =>
  rareUnits(Object.keys(notes), mostNotes, (word) => notes[word]!).join(" ");

it("keeps all words without a limit", () => {
  expect(rare({ a: 1, b: 1_000 })).toBe("a b");
});

it("leaves out words of more notes where four others are found", () => {
  expect(rare({ a: 1, b: 10, c: 11, d: 2, e: 3 }, 10)).toBe("a b d e");
});

it("keeps words of more notes, step by step, until four are found", () => {
  expect(rare({ a: 1, b: 0, c: 41, d: 2, e: 3, f: 40 }, 10)).toBe("a b d e f");
  expect(rare({ a: 1, b: 41, c: 160, d: 161, e: 41 }, 10)).toBe("a b c e");
});

it("keeps all words of a text with few", () => {
  expect(rare({ a: 1_000_000, b: 5 }, 10)).toBe("a b");
  expect(rare({ a: 0 }, 10)).toBe("a");
});
