import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance } from "./edit-distance.ts";
import { beginningNear, likeliestWord, mayBeMisspelt, wordsNear } from "./spelling.ts";

const usedWords = (...words: (string | readonly [string, number])[]) =>
  words.map((one) => (typeof one === "string" ? { word: one, notes: 1 } : { word: one[0], notes: one[1] }));

describe("editDistance", () => {
  it.each([
    ["owl", "owl", 0],
    ["owl", "owls", 1],
    ["owls", "owl", 1],
    ["owl", "awl", 1],
    ["recieve", "receive", 1],
    ["accomodatoin", "accommodation", 2],
    ["", "ab", 2],
    ["owl", "", 3],
  ])("of %s and %s is %i", (one, other, distance) => {
    expect(editDistance(one, other, 3)).toBe(distance);
  });

  it("stops above the most", () => {
    expect(editDistance("abcdef", "uvwxyz", 2)).toBe(3);
    expect(editDistance("a", "abcd", 2)).toBe(3);
    expect(editDistance("abcd", "abef", 2)).toBe(2);
    expect(editDistance("abcd", "abef", 1)).toBe(2);
  });

  it("is the same in both directions, and 0 for equal words only", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        const distance = editDistance(one, other, 8);
        expect(editDistance(other, one, 8)).toBe(distance);
        expect(distance === 0).toBe(one === other);
      }),
    );
  });
});

describe("wordsNear", () => {
  it("returns exactly the words at distance 1", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "b", "x"), minLength: 1, maxLength: 8 }), (word) => {
        for (const near of wordsNear(word)) expect(editDistance(word, near, 2)).toBe(1);
      }),
    );
    for (const near of ["wl", "ol", "ow", "wol", "olw", "awl", "owlz", "zowl"])
      expect(wordsNear("owl")).toContain(near);
    expect(wordsNear("owl")).not.toContain("owl");
    expect(wordsNear("сова")).toContain("слова");
    expect(wordsNear("שלום")).toContain("שולם");
  });
});

describe("likeliestWord", () => {
  it("prefers the fewest slips, then swapped or doubled letters, then the same first letter, then the commoner word", () => {
    expect(likeliestWord("recieve", usedWords(["relieve", 90], "receive"))).toBe("receive");
    expect(likeliestWord("comit", usedWords(["vomit", 90], ["comic", 90], "commit"))).toBe("commit");
    expect(likeliestWord("gouse", usedWords(["house", 9], "goose"))).toBe("goose");
    expect(likeliestWord("hause", usedWords("hause2", ["house", 2], ["haste", 1]))).toBe("house");
    expect(likeliestWord("hause", usedWords("cause", "pause"))).toBe("cause");
  });

  it("allows one slip in a short word, two in a longer one", () => {
    expect(likeliestWord("night", usedWords("naght"))).toBe("naght");
    expect(likeliestWord("night", usedWords("naghk"))).toBeNull();
    expect(likeliestWord("nights", usedWords("naghks"))).toBe("naghks");
    expect(likeliestWord("nights", usedWords("naakks"))).toBeNull();
    expect(likeliestWord("owls", usedWords("owls"))).toBeNull();
    expect(likeliestWord("owls", [])).toBeNull();
  });
});

it("never doubts short words, codes or endless ones", () => {
  for (const word of ["owls", "сова", "x".repeat(32)]) expect(mayBeMisspelt(word)).toBe(true);
  for (const word of ["owl", "", "e1234", "node.js", "c++", "x".repeat(33)]) expect(mayBeMisspelt(word)).toBe(false);
});

it("reads more words of one beginning only where two slips are allowed", () => {
  expect([
    beginningNear("night"),
    beginningNear("nights"),
    beginningNear("nightowl"),
    beginningNear("nightowls"),
  ]).toEqual([null, "nig", "nig", "nigh"]);
});
