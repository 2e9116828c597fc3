import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerPassage, coverage, passageOf } from "./passage.ts";

const FILLER = "Reviews at growing intervals keep recall high for a fraction of the time. ";
const LONG = `${FILLER.repeat(30)}Owls hunt at night. ${FILLER.repeat(30)}`;

describe("passageOf", () => {
  it("is the whole of a short note", () => {
    expect(passageOf("  Owls hunt at night. ", "bats", undefined)).toBe("Owls hunt at night.");
  });

  it("is the window that matched", () => {
    expect(passageOf("One two three", "owls", { start: 4, end: 8 })).toBe("two");
  });

  it("is the window with most of the question's words where only words matched", () => {
    expect(passageOf(LONG, "When do owls hunt?", undefined)).toContain("Owls hunt at night.");
    expect(passageOf(LONG, "When do owls hunt?", undefined).length).toBeLessThan(1_500);
  });

  it("is the head when no word decides", () => {
    expect(LONG.startsWith(passageOf(LONG, "What is it?", undefined))).toBe(true);
    expect(LONG.startsWith(passageOf(LONG, "xylophone", undefined))).toBe(true);
  });

  it("is never empty, for any content and question", () => {
    const content = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 4_000 })
      .filter((text) => text.trim() !== "");
    fc.assert(
      fc.property(content, fc.string(), (text, query) => {
        const passage = passageOf(text.trim(), query, undefined);
        expect(text).toContain(passage);
      }),
      { numRuns: 50 },
    );
  });
});

describe("answerPassage", () => {
  const passage = passageOf(LONG, "When do owls hunt?", undefined);

  it("is the passage that matches with what stands around it", () => {
    const shown = answerPassage(LONG, "When do owls hunt?", undefined);
    expect(shown).toContain(passage);
    expect(shown.length).toBeGreaterThan(passage.length + 300);
    expect(shown.length).toBeLessThanOrEqual(1_500);
  });

  it("begins and ends with the note, and is the whole of a short one", () => {
    expect(LONG.startsWith(answerPassage(LONG, "?", { start: 0, end: 100 }))).toBe(true);
    expect(LONG.trim().endsWith(answerPassage(LONG, "?", { start: LONG.length - 100, end: LONG.length }))).toBe(true);
    expect(answerPassage(" Owls hunt at night. ", "bats", undefined)).toBe("Owls hunt at night.");
  });

  it("shows a window that is larger than that as it is", () => {
    expect(answerPassage("a".repeat(2_000), "?", { start: 0, end: 1_700 })).toHaveLength(1_700);
  });
});

describe("coverage", () => {
  it("is the share of the question's words that the texts hold", () => {
    expect(coverage("When do owls hunt mice?", ["Owls hunting", "at night"])).toBeCloseTo(2 / 3, 12);
    expect(coverage("owls", ["An owl"])).toBe(1);
    expect(coverage("bats", ["An owl"])).toBe(0);
  });

  it("counts each word once and stop words never", () => {
    expect(coverage("the owl, the owls and the bat", ["the owl"])).toBe(0.5);
    expect(coverage("What is it?", ["What is it?"])).toBe(0);
  });
});
