import { describe, expect, it } from "vitest";
import { indexTerms, words } from "./analyze.ts";
import { plainIndexTerms, plainWords } from "./testing/plain-analysis.ts";

const PIECES = [
  ..."abzAZ09 \n._'’&+#-/\\\"(),:*\0\u007f",
  ..."äÄéßıİſKµªⅣ½²ﬁ中文カなกำ한글ЖдΣςأ",
  ..."\u0301\u0345\u200d\u00a0\u2019\u{1f989}\u{1d400}\u{20000}\ud83e\udd89",
  ...["\ud83e", "\udd89", "\ud840"],
  ...["c++", "C#", "node.js", "the", "The", "Don't", "it's", "U.S.A", "AT&T", "running", "Organization", "issue#12"],
  ...["x".repeat(70), "ab".repeat(20), "straße", "naïve", "l’été", "東京タワー", "C++言語", "a.é", "é.a", "a'", "'a"],
];

const ROUNDS = 3_000;

describe("the analysis", () => {
  it("agrees with the reference implementation for any text", () => {
    const random = randomFrom(7);
    for (let round = 0; round < ROUNDS; round++) {
      const text = Array.from({ length: 1 + random(12) }, () => PIECES[random(PIECES.length)]!).join("");
      expect(words(text), JSON.stringify(text)).toEqual(plainWords(text));
      const fields = [text, text.toUpperCase(), `${text} ${text}`];
      expect(indexTerms(fields), JSON.stringify(text)).toEqual(plainIndexTerms(fields));
    }
  });

  it("agrees on every character of the first planes, alone and inside a word", () => {
    for (let code = 0; code < 0x30000; code += code < 0x600 ? 1 : 41) {
      const text = `a${String.fromCodePoint(code)}b ${String.fromCodePoint(code)} ${String.fromCodePoint(code)}z+`;
      expect(words(text), code.toString(16)).toEqual(plainWords(text));
    }
  });

  it.each([0, 1, 8, 9, 119, 120, 121, 300])("agrees on a word that comes %d times", (count) => {
    const fields = ["owl ".repeat(count)];
    expect(indexTerms(fields)).toEqual(plainIndexTerms(fields));
  });
});

/** Whole numbers below `below`, the same ones each run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
