import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  COUNT_LEVELS,
  foldTag,
  indexTerms,
  isStopWord,
  termPrefixes,
  termsOfStem,
  titleKey,
  words,
} from "./analyze.ts";

/** Any code units, lone surrogates among them. */
const anyCodeUnits = fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes));

const anyText = fc.oneof(
  anyCodeUnits,
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc
    .array(
      fc.constantFrom(
        "c++",
        "node.js",
        "R&D",
        "it's",
        "日本語",
        "ﬁsh",
        "İ",
        "\ud83e",
        "*",
        '"',
        " ",
        "'",
        "’",
        "𐌰".repeat(40),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);

describe("words", () => {
  it("folds case, accents and ligatures", () => {
    expect(texts("Café CAFÉ cafe\u0301 ﬁnal Straße ΣΊΣΥΦΟΣ")).toEqual([
      "cafe",
      "cafe",
      "cafe",
      "final",
      "straße",
      "σισυφος",
    ]);
  });

  it("keeps technical names such as node.js as one word", () => {
    expect(texts("C++, C# and Node.js; v1.2, snake_case, R&D.")).toEqual([
      "c++",
      "c#",
      "and",
      "node.js",
      "v1.2",
      "snake_case",
      "r&d",
    ]);
    expect(texts("Ünd C++, C# and Node.js")).toEqual(["und", "c++", "c#", "and", "node.js"]);
  });

  it("keeps c++ even without a space around it", () => {
    expect(texts("使用c++编程")).toContain("c++");
    expect(texts("我喜欢c#。")).toContain("c#");
  });

  it("leaves the full stop out of the last word", () => {
    expect(texts("It works. Does it... (yes)? e.g. this")).toEqual(["it", "works", "does", "it", "yes", "e.g", "this"]);
  });

  it("drops apostrophes and the possessive, straight or curly", () => {
    expect(texts("Luhmann's Luhmann’s don't don’t o'clock 'quoted'")).toEqual([
      "luhmann",
      "luhmann",
      "dont",
      "dont",
      "oclock",
      "quoted",
    ]);
  });

  it("splits at hyphens, slashes and dashes", () => {
    expect(texts("spaced-repetition input/output a—b")).toEqual(["spaced", "repetition", "input", "output", "a", "b"]);
  });

  it("finds words where a script has no spaces", () => {
    expect(texts("私は日本語を勉強します")).toContain("日本語");
    expect(texts("ผมรักภาษาไทย")).toContain("ภาษา");
    expect(texts("我们学习机器学习").length).toBeGreaterThan(1);
  });

  it("stems English and leaves other words as they are", () => {
    expect(words("remembering organizers naïve v1.2 привет").map((word) => word.stem)).toEqual([
      "rememb",
      "organ",
      "naiv",
      "v1.2",
      "привет",
    ]);
  });

  it("knows the position of each word", () => {
    const text = "«Über» the owls";
    expect(words(text).map(({ start, end }) => text.slice(start, end))).toEqual(["Über", "the", "owls"]);
  });

  it("cuts very long words, never inside a surrogate pair", () => {
    expect(texts("a".repeat(500))).toEqual(["a".repeat(64)]);
    for (const word of words(`a${"𐌰".repeat(60)}`)) {
      expect(word.text.length).toBeLessThanOrEqual(64);
      expect(word.text.isWellFormed()).toBe(true);
    }
  });

  it("finds none in a text without words", () => {
    expect(words("")).toEqual([]);
    expect(words(" \n *** “…” 🦉 ## ++ ' ’ _ \ud83e")).toEqual([]);
  });

  it("never throws, and its offsets are right, ordered and apart", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let last = 0;
        for (const word of words(text)) {
          expect(word.start).toBeGreaterThanOrEqual(last);
          expect(word.end).toBeGreaterThan(word.start);
          expect(word.end).toBeLessThanOrEqual(text.length);
          expect(word.text).not.toBe("");
          expect(word.text.length).toBeLessThanOrEqual(64);
          expect(word.text.isWellFormed()).toBe(true);
          last = word.end;
        }
      }),
    );
  });

  it("reads ASCII the same with or without other text beside it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", maxLength: 60 }), (text) => {
        expect(texts(`${text} é`)).toEqual([...texts(text), "e"]);
      }),
    );
  });
});

describe("indexTerms", () => {
  it("gives the same counts again, even after the cache has overflowed", () => {
    const owls = "owl owls Owl";
    const expectedTerms = {
      counts: [
        ["=owl", 2],
        ["~owl", 1],
        ["^owls", 1],
      ],
      length: 3,
    };
    expect(indexTerms([owls])).toEqual(expectedTerms);
    expect(indexTerms([owls])).toEqual(expectedTerms);
    const others = Array.from({ length: 60_000 }, (_, index) => `w${index}`);
    const { counts, length } = indexTerms([owls, others.join(" "), owls]);
    expect(length).toBe(60_006);
    expect(new Set(counts.map(([term]) => term)).size).toBe(counts.length);
    expect(counts.slice(0, 3)).toEqual([
      ["=owl", 4],
      ["~owl", 2],
      ["^owls", 2],
    ]);
  });

  it("counts each word under its stem and as it is written", () => {
    const { counts, length } = indexTerms(["Owls hunt", "An owl hunts owls"]);
    expect(Object.fromEntries(counts)).toEqual({
      "~owl": 2,
      "^owls": 2,
      "=owl": 1,
      "=hunt": 1,
      "~hunt": 1,
      "^hunts": 1,
    });
    expect(length).toBe(5);
  });

  it("finds a compound also by its parts, which add no length", () => {
    const { counts, length } = indexTerms(["Node.js"]);
    expect(Object.fromEntries(counts)).toEqual({ "=node.js": 1, "=node": 1, "=js": 1, "+nodej": 1 });
    expect(length).toBe(1);
  });

  it("finds a longer word also without the sign that follows it", () => {
    const terms = indexTerms(["issue#12 notepad++ page.html# c++ c# .net#"]).counts.map(([term]) => term);
    expect(terms).toEqual(
      expect.arrayContaining(["~issu", "=notepad", "=notepad++", "=page.html", "=html", "=c++", "=c#"]),
    );
    expect(terms).not.toContain("=c");
  });

  it("leaves stop words out, also of the length", () => {
    expect(indexTerms(["what is this", "and of it"])).toEqual({ counts: [], length: 0 });
  });

  it("keeps counts to the levels, rounded down", () => {
    const count = (times: number) => indexTerms(["owl ".repeat(times)]).counts[0]?.[1];
    expect([1, 7, 8, 9, 10, 12, 13, 119, 120, 5_000].map(count)).toEqual([1, 7, 8, 8, 10, 10, 13, 70, 120, 120]);
    expect(COUNT_LEVELS).toHaveLength(16);
  });

  it("gives every term once, and finds each word of a text by its stem and by its beginnings", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { counts } = indexTerms([text]);
        const terms = counts.map(([term]) => term);
        expect(new Set(terms).size).toBe(terms.length);
        for (const word of words(text).filter((one) => !isStopWord(one.text))) {
          expect(termsOfStem(word.stem).some((term) => terms.includes(term))).toBe(true);
          const prefixes = termPrefixes(word.text.slice(0, 2));
          expect(terms.some((term) => prefixes.some((prefix) => term.startsWith(prefix)))).toBe(true);
        }
      }),
    );
  });
});

describe("titleKey", () => {
  it("is the same for titles that differ in case, number and punctuation", () => {
    expect(titleKey("The Forgetting Curve")).toBe(titleKey("the “forgetting” curves!"));
    expect(titleKey("Forgetting curve")).not.toBe(titleKey("The forgetting curve"));
  });

  it("is empty where no word counts", () => {
    for (const title of ["What is this?", "…", ""]) expect(titleKey(title)).toBe("");
  });
});

describe("foldTag", () => {
  it("trims and folds case, and keeps accents", () => {
    expect(foldTag(" Spaced Repetition ")).toBe("spaced repetition");
    expect(foldTag("Résumé")).toBe("résumé");
  });
});

function texts(text: string): string[] {
  return words(text).map((word) => word.text);
}

it("counts the terms of two texts separately when they are nested", () => {
  const inner: unknown[] = [];
  const fields = {
    *[Symbol.iterator]() {
      yield "owl owl";
      inner.push(indexTerms(["owl bat"]));
      yield "owl bat";
    },
  };
  const outer = indexTerms(fields as unknown as readonly string[]);
  expect(inner).toEqual([
    {
      counts: [
        ["=owl", 1],
        ["=bat", 1],
      ],
      length: 2,
    },
  ]);
  expect(outer).toEqual({
    counts: [
      ["=owl", 3],
      ["=bat", 1],
    ],
    length: 4,
  });
});
