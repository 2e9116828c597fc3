import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wantsCapableModel } from "./choose-model.ts";

const KEYWORDS = [
  "synthesize",
  "compare",
  "analyze",
  "debate",
  "contrast",
  "evaluate",
  "summarize all",
  "synthesise",
  "analyse",
  "summarise all",
];

describe("wantsCapableModel", () => {
  it.each(KEYWORDS)("recognises “%s” anywhere in a question", (keyword) => {
    for (const query of [
      keyword,
      `Please ${keyword} my notes`,
      `my notes: ${keyword}!`,
      `(${keyword})`,
      `“${keyword}”`,
      `re-${keyword}-now`,
      `notes\n${keyword}\ton sleep`,
    ]) {
      expect(wantsCapableModel(query), query).toBe(true);
    }
  });

  it.each(KEYWORDS)("recognises “%s” in any case", (keyword) => {
    expect(wantsCapableModel(`${keyword.toUpperCase()} my notes`)).toBe(true);
    expect(wantsCapableModel(keyword.charAt(0).toUpperCase() + keyword.slice(1))).toBe(true);
  });

  it.each(KEYWORDS)("does not recognise “%s” inside a longer word", (keyword) => {
    for (const query of [`${keyword}d`, `${keyword}s`, `${keyword}r`, `re${keyword}`, `${keyword}_x`, `${keyword}2`]) {
      expect(wantsCapableModel(query), query).toBe(false);
    }
  });

  it.each([
    "comparing",
    "comparison",
    "compared",
    "analysis",
    "analyzing",
    "synthesis",
    "synthesizer",
    "debatable",
    "debating",
    "contrasting",
    "evaluation",
    "evaluating",
  ])("ignores inflected forms: %s", (word) => {
    expect(wantsCapableModel(`A ${word} of my notes`)).toBe(false);
  });

  it("wants “summarize all” as one phrase, whatever white space is between", () => {
    for (const space of ["  ", "\t", "\n", " \r\n ", "\u00a0", "\u3000"])
      expect(wantsCapableModel(`summarize${space}all of it`)).toBe(true);
    for (const query of [
      "summarize",
      "summarize my notes",
      "all",
      "summarizeall",
      "summarize, all",
      "summarize it all",
      "all summarize",
      "summarize allowances",
      "summarise",
    ]) {
      expect(wantsCapableModel(query), query).toBe(false);
    }
  });

  it("leaves every question without a keyword to the default model", () => {
    const word = fc.constantFrom(
      "what",
      "helps",
      "me",
      "remember",
      "?",
      "comparing",
      "summarize",
      "the",
      "analysis",
      "evaluates",
    );
    fc.assert(fc.property(fc.array(word), (words) => !wantsCapableModel(words.join(" "))));
    fc.assert(
      fc.property(fc.array(word), fc.constantFrom(...KEYWORDS), (words, keyword) =>
        wantsCapableModel([...words, keyword, ...words].join(" ")),
      ),
    );
  });

  it("answers at once, however odd the question", () => {
    expect(wantsCapableModel("summarize ".repeat(200) + "\u00a0".repeat(2_000))).toBe(false);
  });
});
