import { describe, expect, it } from "vitest";
import {
  answerStems,
  holdsStems,
  isExactMatch,
  normalize,
  tokenF1,
  tokenRecall,
  withoutCitations,
} from "./answer-match.ts";

it("reads an answer without its citation marks", () => {
  expect(withoutCitations("Slugs avoid copper [1], and so do snails. [2][3]")).toBe(
    "Slugs avoid copper, and so do snails.",
  );
  expect(withoutCitations("An array[i] stays.")).toBe("An array[i] stays.");
});

it("normalizes as SQuAD does", () => {
  expect(normalize("  The “Old” Man, and a Sea! ")).toBe("old man and sea");
  expect(normalize("Theatre an sich")).toBe("theatre sich");
});

it("treats answers as equal that differ only in case, articles and punctuation", () => {
  expect(isExactMatch("The Ironmonger.", "ironmonger")).toBe(true);
  expect(isExactMatch("ironmongers", "ironmonger")).toBe(false);
});

describe("token F1", () => {
  it("matches a value computed by hand", () => {
    // Two of the four tokens are right, and two of the three gold tokens are found: P 1/2, R 2/3.
    expect(tokenF1("garlic goes in October", "in October 2023")).toBeCloseTo((2 * (1 / 2) * (2 / 3)) / (1 / 2 + 2 / 3));
    expect(tokenF1("October", "October")).toBe(1);
    expect(tokenF1("May", "October")).toBe(0);
  });

  it("counts a token as often as both texts have it", () => {
    expect(tokenF1("no no no", "no")).toBeCloseTo((2 * (1 / 3) * 1) / (1 / 3 + 1));
  });

  it("does not divide by zero", () => {
    expect(tokenF1("", "")).toBe(1);
    expect(tokenF1("", "October")).toBe(0);
  });
});

it("does not mark long answers down in recall", () => {
  expect(tokenRecall("garlic goes into the ground in October", "in October")).toBe(1);
  expect(tokenRecall("garlic", "in October")).toBe(0);
});

it("finds an answer's words in a note in any form, without the stop words", () => {
  const stems = answerStems("at the rusted hinges");
  expect(holdsStems("The hinge had rusted.", stems)).toBe(true);
  expect(holdsStems("The hinge is new.", stems)).toBe(false);
  expect(answerStems("not at all").size).toBe(0);
});
