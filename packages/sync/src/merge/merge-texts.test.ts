import { cpuTimeOf } from "@knote/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeTexts } from "./merge-texts.ts";

const RUNS = 2_000;

/** Few different lines, so that edits meet. */
const line = fc.constantFrom("owl", "bat", "", "hawk", "owl ");
const lines = fc.array(line, { maxLength: 8 });
const edit = fc.record({ at: fc.nat(8), remove: fc.nat(2), add: fc.nat(2) });

/** A base and two texts made from it; every line that a side adds has a word of its own. */
const triple = fc
  .record({ base: lines, mine: fc.array(edit, { maxLength: 3 }), theirs: fc.array(edit, { maxLength: 3 }) })
  .map(({ base, mine, theirs }) => ({
    base: base.join("\n"),
    mine: editedLines(base, mine, "mine").join("\n"),
    theirs: editedLines(base, theirs, "theirs").join("\n"),
  }));

function editedLines(
  base: readonly string[],
  edits: readonly { at: number; remove: number; add: number }[],
  side: string,
) {
  const result = [...base];
  edits.forEach(({ at, remove, add }, index) =>
    result.splice(at, remove, ...Array.from({ length: add }, (_, number) => `${side}-${index}-${number}`)),
  );
  return result;
}

describe("merging texts", () => {
  it("gives the same whichever side is which", () => {
    fc.assert(
      fc.property(triple, ({ base, mine, theirs }) => {
        expect(mergeTexts(base, mine, theirs)).toBe(mergeTexts(base, theirs, mine));
      }),
      { numRuns: RUNS },
    );
  });

  it("keeps every line that a side added, as often as it stands there", () => {
    fc.assert(
      fc.property(triple, ({ base, mine, theirs }) => {
        const merger = mergeTexts(base, mine, theirs);
        if (merger === null) return;
        for (const word of [mine, theirs].flatMap((text) => text.match(/\b(?:mine|theirs)-\d+-\d+/g) ?? []))
          expect(merger.split("\n").filter((one) => one === word)).toHaveLength(1);
      }),
      { numRuns: RUNS },
    );
  });

  it("changes nothing when it is done again", () => {
    fc.assert(
      fc.property(triple, ({ base, mine, theirs }) => {
        const merger = mergeTexts(base, mine, theirs);
        if (merger === null) return;
        expect(mergeTexts(base, merger, theirs)).toBe(merger);
        expect(mergeTexts(base, mine, merger)).toBe(merger);
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    ["lines apart", "a\nb\nc", "A\nb\nc", "a\nb\nC", "A\nb\nC"],
    ["the same change", "a\nb\nc", "a\nB\nc", "a\nB\nc", "a\nB\nc"],
    ["the same change and another", "a\nb\nc\nd\ne", "a\nB\nc\nd\ne", "a\nB\nc\nd\nE", "a\nB\nc\nd\nE"],
    ["a line after the last one", "a\nb\nc", "A\nb\nc", "a\nb\nc\nd", "A\nb\nc\nd"],
    ["a removed line", "a\nb\nc\nd", "a\nc\nd", "a\nb\nc\nD", "a\nc\nD"],
    ["one side alone", "a", "a", "b", "b"],
  ])("joins %s", (_, base, mine, theirs, merger) => {
    expect(mergeTexts(base, mine, theirs)).toBe(merger);
  });

  it.each([
    ["the same line", "a\nb\nc", "a\nB\nc", "a\nX\nc"],
    ["neighbouring lines", "a\nb\nc", "A\nb\nc", "a\nB\nc"],
    ["insertions at one place", "a\nb", "a\n1\nb", "a\n2\nb"],
    ["a line that the other side removed", "a\nb\nc", "a\nc", "a\nB\nc"],
    ["new texts where there was none", "", "one", "two"],
  ])("refuses changes of %s", (_, base, mine, theirs) => {
    expect(mergeTexts(base, mine, theirs)).toBeNull();
  });

  it("takes up to 2,000 changed lines of a side, and refuses more", () => {
    const text = (count: number, word: string) =>
      Array.from({ length: count }, (_, index) => `${word}${index}`).join("\n");
    const base = `first\nsecond\n${text(1_000, "a")}`;
    const lastLines = (from: number) => text(1_000, "a").split("\n").slice(from).join("\n");
    const changedText = (count: number) => `first\nsecond\n${text(count, "b")}\n${lastLines(count)}`;
    expect(mergeTexts(base, changedText(1_000).trimEnd(), `FIRST${base.slice(5)}`)).toContain("FIRST\nsecond\nb0");
    const longer = `first\nsecond\n${text(1_001, "b")}`;
    expect(mergeTexts(base, longer, `FIRST${base.slice(5)}`)).toBeNull();
  });

  it("answers within 2 s for 25,000 blank lines", async () => {
    const blank = "\n".repeat(25_000);
    expect(mergeTexts(`a${blank}z`, `b${blank}z`, `a${blank}y`)).toBe(`b${blank}y`);
    const texts = [`${blank}\n\nb`, `a\n${blank}`, "\n".repeat(12_000), `${blank}${blank}`];
    for (const text of texts)
      expect(await cpuTimeOf(() => mergeTexts(blank, text, `${blank}b`), { rounds: 1 })).toBeLessThan(2_000);
  });
});
