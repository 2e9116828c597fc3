import { describe, expect, it } from "vitest";
import { clip, quotable } from "./quote.ts";

describe("quotable", () => {
  it.each([
    ["As shown [3].", "As shown (3)."],
    ["See [1, 2] and [4-6].", "See (1, 2) and (4-6)."],
    ["Footnote [^1], checklist [ 2 ], link [7](x).", "Footnote (^1), checklist ( 2 ), link (7)(x)."],
    ["Wide ［１］ 【2】 〔3〕", "Wide (１) (2) (3)"],
    ["Nested [[5]]", "Nested [(5)]"],
    ["Hidden [\u200b8\u2060]", "Hidden (8)"],
    ["Joined [9\u200d]", "Joined (9\u200d)"],
  ])("makes the citation marks of %j harmless", (text, quotableText) => {
    expect(quotable(text)).toBe(quotableText);
  });

  it("leaves other brackets as they are", () => {
    expect(quotable("array[i] and [sic] and (3)")).toBe("array[i] and [sic] and (3)");
  });

  it("is one line without control characters or marks that turn text around", () => {
    expect(quotable(" a\r\n\tb\u0000\u001b[31m\u202ec\u2066 ")).toBe("a b[31mc");
  });

  it("keeps emoji and scripts whole", () => {
    expect(quotable("👩‍💻 می‌خواهم")).toBe("👩‍💻 می‌خواهم");
  });
});

describe("clip", () => {
  it("leaves what fits and cuts the rest between words", () => {
    expect(clip("one two three", 13)).toBe("one two three");
    expect(clip("one two three", 11)).toBe("one two…");
    expect(clip("one two, three", 10)).toBe("one two…");
  });

  it("never exceeds its limit nor halves a character", () => {
    for (let limit = 0; limit < 12; limit++) {
      const clippedText = clip("🚀🚀🚀🚀🚀🚀", limit);
      expect(clippedText.length).toBeLessThanOrEqual(limit);
      expect(clippedText.isWellFormed()).toBe(true);
    }
  });
});
