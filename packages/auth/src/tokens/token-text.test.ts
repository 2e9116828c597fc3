import { expect, it } from "vitest";
import { hintOf, newRefreshText, newTokenText, prefixOf, refreshDigestsOf } from "./token-text.ts";

const EXAMPLE = "knote_pat_EXAMPLEexampleEXAMPLEexample002hf6JF";

it("ends with the CRC32 of all before, in base 62", () => {
  expect(prefixOf(EXAMPLE)).toBe("pat");
  expect(hintOf(EXAMPLE)).toBe("f6JF");
});

it("makes texts of one form, no two alike, whose checksums are right", () => {
  for (const prefix of ["pat", "oat", "ort"] as const) {
    const texts = Array.from({ length: 200 }, () => newTokenText(prefix));
    expect(new Set(texts).size).toBe(200);
    for (const text of texts) {
      expect(text).toMatch(new RegExp(`^knote_${prefix}_[0-9A-Za-z]{36}$`));
      expect(prefixOf(text)).toBe(prefix);
    }
  }
});

it("knows no text with any other character, case, length or prefix", () => {
  for (let place = 0; place < EXAMPLE.length; place++) {
    const other = EXAMPLE[place] === "x" ? "y" : "x";
    expect(prefixOf(EXAMPLE.slice(0, place) + other + EXAMPLE.slice(place + 1))).toBeNull();
    expect(prefixOf(EXAMPLE.slice(0, place) + EXAMPLE.slice(place + 1))).toBeNull();
  }
  const texts = [
    EXAMPLE.toUpperCase(),
    EXAMPLE.toLowerCase(),
    `${EXAMPLE}0`,
    ` ${EXAMPLE}`,
    `${EXAMPLE}\n`,
    `${EXAMPLE}\0`,
  ];
  for (const text of [...texts, "", "knote_pat_", EXAMPLE.replace("pat", "oat")]) expect(prefixOf(text)).toBeNull();
});

it("gives all refresh tokens of a grant one family, and each a digest of its own", () => {
  const first = newRefreshText();
  const [second, stranger] = [newRefreshText(first), newRefreshText()];
  const [one, two, other] = [first, second, stranger].map(refreshDigestsOf);
  expect(prefixOf(second)).toBe("ort");
  expect(two!.family).toBe(one!.family);
  expect(two!.refresh).not.toBe(one!.refresh);
  expect(other!.family).not.toBe(one!.family);
});
