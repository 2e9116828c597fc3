import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noteWindows, windowText } from "./windows.ts";

const SENTENCE = "Reviews at growing intervals keep recall high for a fraction of the time. ";

describe("noteWindows", () => {
  it("takes a short note whole, and one that is a little longer too", () => {
    for (const length of [0, 1, 1_200, 1_500])
      expect(noteWindows("a".repeat(length))).toEqual([{ start: 0, end: length }]);
    expect(noteWindows("a".repeat(1_501)).length).toBe(2);
  });

  it("ends windows where sentences end", () => {
    const content = SENTENCE.repeat(60);
    for (const { start, end } of noteWindows(content)) {
      expect(content.slice(start, end).startsWith("Reviews")).toBe(true);
      expect(content.slice(start, end).trimEnd().endsWith(".")).toBe(true);
    }
  });

  it("ends them between words where no sentence ends", () => {
    const content = "word ".repeat(1_000);
    for (const { start, end } of noteWindows(content)) expect(content.slice(start, end)).toMatch(/^(word )+$/);
  });

  it("gives the head more room than the passages after it", () => {
    const [head, ...passages] = noteWindows(SENTENCE.repeat(100)).map(({ start, end }) => end - start);
    expect(head).toBeGreaterThan(900);
    expect(head).toBeLessThanOrEqual(1_200);
    for (const length of passages) expect(length).toBeLessThanOrEqual(900 * 1.25);
  });

  it("covers any content without gaps, and never splits a pair of surrogates", () => {
    const piece = fc.oneof(
      fc.constantFrom("🦉", "word ", "a", ". ", "\n", "。", "日本語", "é"),
      fc.string({ unit: "grapheme" }),
    );
    const content = fc.tuple(fc.array(piece, { maxLength: 20 }), fc.integer({ min: 1, max: 200 }), fc.nat(3));
    fc.assert(
      fc.property(content, ([pieces, times, shift]) => {
        const text = "x".repeat(shift) + pieces.join("").repeat(times);
        const windows = noteWindows(text);
        expect(windows[0]?.start).toBe(0);
        expect(windows.at(-1)?.end).toBe(text.length);
        windows.forEach(({ start, end }, index) => {
          if (index > 0) expect(start).toBe(windows[index - 1]!.end);
          if (text !== "") expect(end).toBeGreaterThan(start);
          expect(end - start).toBeLessThanOrEqual(1_500);
          if (text.isWellFormed()) expect(text.slice(start, end).isWellFormed()).toBe(true);
        });
      }),
    );
  });
});

describe("windowText", () => {
  it("gives the passage its claim", () => {
    expect(windowText({ title: "Owls hunt at night", content: "One. Two." }, { start: 5, end: 9 })).toBe(
      "Owls hunt at night\nTwo.",
    );
  });
});
