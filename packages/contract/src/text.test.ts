import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundedText, codePointCount } from "./text.ts";

/** Any code units, lone surrogates among them. */
const anyCodeUnits = fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes));

const OWL = "\u{1F989}";
const title = boundedText("title", 1, 300);

describe("codePointCount", () => {
  it("counts code points, not code units", () => {
    expect(codePointCount("")).toBe(0);
    expect(codePointCount("abc")).toBe(3);
    expect(codePointCount(OWL)).toBe(1);
    expect(codePointCount(`a${OWL}b${OWL}`)).toBe(4);
  });

  it("counts each lone surrogate as one, and the pairs beside them too", () => {
    expect(codePointCount("\ud83e")).toBe(1);
    expect(codePointCount("\udd89\ud83e")).toBe(2);
    expect(codePointCount(`\ud83e${OWL}`)).toBe(2);
  });

  it("agrees with the iteration of any string", () => {
    fc.assert(fc.property(anyCodeUnits, (text) => codePointCount(text) === [...text].length));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0xd7f0, max: 0xe00f })), (codes) => {
        const text = String.fromCharCode(...codes);
        return codePointCount(text) === [...text].length;
      }),
    );
  });
});

describe("boundedText", () => {
  it("accepts as many code points as the limit says, however many code units they take", () => {
    expect(title.parse("a".repeat(300))).toHaveLength(300);
    expect(title.parse(OWL.repeat(300))).toHaveLength(600);
    expect(title.parse("é".normalize("NFD").repeat(150))).toHaveLength(300);
  });

  it("refuses one code point more", () => {
    expect(messages("a".repeat(301))).toEqual(["title must have at most 300 characters."]);
    expect(messages(OWL.repeat(301))).toEqual(["title must have at most 300 characters."]);
    expect(messages("é".normalize("NFD").repeat(151))).toEqual(["title must have at most 300 characters."]);
  });

  it("writes large limits as people do", () => {
    const long = boundedText("content", 1, 50_000);
    expect(long.safeParse("a".repeat(50_001)).error?.issues[0]?.message).toBe(
      "content must have at most 50,000 characters.",
    );
  });

  it("trims before it counts", () => {
    expect(title.parse(` \n\t${"a".repeat(300)}\u00a0\u3000 `)).toBe("a".repeat(300));
    expect(title.parse(`${" ".repeat(1_000)}a`)).toBe("a");
    expect(messages(" \n\t\u00a0\u3000\ufeff ")).toEqual(["title must not be empty."]);
    expect(messages("")).toEqual(["title must not be empty."]);
  });

  it("keeps white space inside", () => {
    expect(title.parse(" a \n b ")).toBe("a \n b");
  });

  it("refuses lone surrogates at any position", () => {
    for (const text of ["\ud83e", "a\ud83e", "\udd89a", `a\udd89\ud83eb`, `${OWL}\ud83e`]) {
      expect(messages(text)).toEqual(["title must be well-formed Unicode."]);
    }
  });

  it("refuses NUL, also at the ends", () => {
    for (const text of ["\0", "a\0", "\0a", " a\0b "])
      expect(messages(text)).toEqual(["title must not contain NUL characters."]);
  });

  it("reports a missing value or another type", () => {
    expect(messages(undefined)).toEqual(["title is required."]);
    for (const value of [null, 1, true, {}, ["a"]]) expect(messages(value)).toEqual(["title must be a string."]);
  });

  it("allows empty text when the minimum is 0", () => {
    expect(boundedText("query", 0, 10).parse("  ")).toBe("");
  });

  it("trims any well-formed text, and leaves a trimmed one unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (text) => {
        const result = title.safeParse(text);
        const trimmedText = text.trim();
        const fits = trimmedText !== "" && codePointCount(trimmedText) <= 300 && !trimmedText.includes("\0");
        expect(result.success).toBe(fits);
        if (result.success) {
          expect(result.data).toBe(trimmedText);
          expect(title.parse(result.data)).toBe(result.data);
        }
      }),
    );
  });
});

function messages(value: unknown): string[] {
  return title.safeParse(value).error?.issues.map((issue) => issue.message) ?? [];
}
