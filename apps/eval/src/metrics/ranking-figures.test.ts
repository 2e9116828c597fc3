import { describe, expect, it } from "vitest";
import { ndcg, rankingFigures, recall, reciprocalRank } from "./ranking-figures.ts";

/** Of the relevant a and b only b is found, in second place. */
const HALF = { ranking: ["x", "b", "y"], relevant: new Set(["a", "b"]) };
const PERFECT = { ranking: ["a", "b"], relevant: new Set(["a", "b"]) };
const NOTHING = { ranking: [], relevant: new Set(["a"]) };

describe("nDCG", () => {
  it("matches a value computed by hand", () => {
    // Gain at rank 2: 1/log2(3) = 0.6309; best order: 1 + 0.6309.
    expect(ndcg(HALF, 10)).toBeCloseTo(0.6309 / 1.6309, 4);
    expect(ndcg(PERFECT, 10)).toBe(1);
    expect(ndcg(NOTHING, 10)).toBe(0);
  });

  it("compares with the best order that fits into the first k", () => {
    const many = { ranking: ["a", "b"], relevant: new Set(["a", "b", "c", "d"]) };
    expect(ndcg(many, 2)).toBe(1);
    expect(ndcg({ ...many, ranking: ["x", "y", "a"] }, 2)).toBe(0);
  });
});

it("divides the relevant documents in the first k, each counted once, by all relevant ones", () => {
  expect(recall(HALF, 5)).toBe(0.5);
  expect(recall(HALF, 1)).toBe(0);
  expect(recall({ ranking: ["a", "a"], relevant: new Set(["a", "b"]) }, 5)).toBe(0.5);
});

it("takes the rank of the first relevant document, within the first k", () => {
  expect(reciprocalRank(HALF, 10)).toBe(0.5);
  expect(reciprocalRank(HALF, 1)).toBe(0);
});

it("averages over the queries", () => {
  expect(rankingFigures([HALF, PERFECT, NOTHING])).toEqual({
    n: 3,
    ndcg10: expect.closeTo((0.38685 + 1) / 3, 4),
    recall5: 0.5,
    recall10: 0.5,
    mrr10: 0.5,
    all5: expect.closeTo(1 / 3, 10),
  });
});

it("looks at the first five and ten as their names say", () => {
  const late = { ranking: [..."12345a"], relevant: new Set(["a"]) };
  expect(rankingFigures([late])).toMatchObject({ recall5: 0, recall10: 1, mrr10: 1 / 6, all5: 0 });
});
