import { describe, expect, it } from "vitest";
import { type DiffPart, wordDiff } from "./word-diff.ts";

const brief = (parts: readonly DiffPart[]) =>
  parts.map(({ kind, text }) => ({ same: text, added: `[+${text}]`, removed: `[-${text}]` })[kind]).join("");

describe("the difference of two texts", () => {
  it.each([
    ["Naps help.", "Naps help.", "Naps help."],
    ["Naps help.", "Short naps help.", "[-Naps][+Short naps] help."],
    ["Naps help a lot.", "Naps help.", "Naps help[- a lot]."],
    ["one two three", "one 2 three", "one [-two][+2] three"],
    ["", "new", "[+new]"],
    ["old", "", "[-old]"],
    ["", "", ""],
  ])("of %j and %j is %j", (before, after, expectedDiff) => {
    expect(brief(wordDiff(before, after))).toBe(expectedDiff);
  });

  it("holds both texts, whatever they are", () => {
    const random = createRandom(7);
    const text = () =>
      Array.from({ length: Math.floor(random() * 30) }, () => "abc .\nü"[Math.floor(random() * 7)]).join("");
    for (let round = 0; round < 500; round++) {
      const before = text();
      const after = text();
      const parts = wordDiff(before, after);
      const without = (omittedKind: DiffPart["kind"]) =>
        parts.map((part) => (part.kind === omittedKind ? "" : part.text)).join("");
      expect({ before, after }).toEqual({ before: without("added"), after: without("removed") });
    }
  });

  it("is fast for texts that have nothing in common", () => {
    const before = Array.from({ length: 8_000 }, (_, index) => `a${index}`).join(" ");
    const after = Array.from({ length: 8_000 }, (_, index) => `b${index}`).join("\n");
    expect(wordDiff(before, after).length).toBeGreaterThan(0);
  });
});

/** Creates a reproducible random number generator from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
