import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noteWindows, windowText } from "./windows.ts";

const SENTENCE = "Reviews at growing intervals keep recall high for a fraction of the time. ";

describe("noteWindows", () => {
  it("takes a short note whole, and one that is a little longer too", () => {
    for (const length of [0, 1, 500, 625]) expect(noteWindows("a".repeat(length))).toEqual([{ start: 0, end: length }]);
    expect(noteWindows("a".repeat(626)).length).toBe(3);
  });

  it("puts the head before the passages, and includes a short remainder", () => {
    expect(noteWindows("a".repeat(1_000))).toEqual([
      { start: 0, end: 1_000 },
      { start: 0, end: 500 },
      { start: 500, end: 1_000 },
    ]);
    expect(noteWindows("a".repeat(1_500))[0]).toEqual({ start: 0, end: 1_500 });
    expect(noteWindows("a".repeat(1_501))[0]).toEqual({ start: 0, end: 1_200 });
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

  it("covers any content without gaps, and never splits a pair of surrogates", () => {
    const piece = fc.oneof(
      fc.constantFrom("🦉", "word ", "a", ". ", "\n", "。", "日本語", "é"),
      fc.string({ unit: "grapheme" }),
    );
    const content = fc.tuple(fc.array(piece, { maxLength: 20 }), fc.integer({ min: 1, max: 200 }), fc.nat(3));
    fc.assert(
      fc.property(content, ([pieces, times, shift]) => {
        const text = "x".repeat(shift) + pieces.join("").repeat(times);
        const [head, ...more] = noteWindows(text);
        const passages = more.length === 0 ? [head!] : more;
        expect(head!.start).toBe(0);
        expect(head!.end).toBeLessThanOrEqual(1_500);
        expect(passages[0]?.start).toBe(0);
        expect(passages.at(-1)?.end).toBe(text.length);
        passages.forEach(({ start, end }, index) => {
          if (index > 0) expect(start).toBe(passages[index - 1]!.end);
          if (text !== "") expect(end).toBeGreaterThan(start);
          expect(end - start).toBeLessThanOrEqual(625);
        });
        for (const { start, end } of [head!, ...passages])
          if (text.isWellFormed()) expect(text.slice(start, end).isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("windowText", () => {
  it("puts the title before the passage", () => {
    expect(windowText({ title: "Owls hunt at night", content: "One. Two." }, { start: 5, end: 9 })).toBe(
      "Owls hunt at night\nTwo.",
    );
  });

  it("uses the title once when the content only repeats it", () => {
    const text = (content: string) => windowText({ title: "Owls hunt", content }, { start: 0, end: content.length });
    expect(["Owls hunt", "Owls hunt.", "Owls hunt. \n"].map(text)).toEqual(["Owls hunt", "Owls hunt", "Owls hunt"]);
    expect(text("Owls hunt. Mice.")).toBe("Owls hunt\nOwls hunt. Mice.");
    expect(text("Owls hunts")).toBe("Owls hunt\nOwls hunts");
  });
});
