import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fuse, scorer, type Candidate } from "./fuse.ts";

describe("fuse", () => {
  it("weights the best passage 0.4, the whole 0.2 and words 0.3, each relative to its best", () => {
    // Both sides have half of their best as their mean, so their weights stay as they are.
    const scores = scoresOf([
      candidate("a", 0.8, 5, 0.2),
      candidate("b", 0.4, 10, 0.4),
      candidate("c", 0, 5, 0),
      candidate("d", 0.4, 0, 0),
    ]);
    expect(scores).toEqual([
      ["b", expect.closeTo((0.2 + 0.2 + 0.3) / 0.9, 12)],
      ["a", expect.closeTo((0.4 + 0.1 + 0.15) / 0.9, 12)],
      ["d", expect.closeTo(0.2 / 0.9, 12)],
      ["c", expect.closeTo(0.15 / 0.9, 12)],
    ]);
  });

  it("trusts the side whose best stands out", () => {
    const rest = (cosine: number, bm25: number) =>
      Array.from({ length: 8 }, (_, index) => candidate(`${index}`, cosine, bm25));
    const best = (candidates: Candidate[]) => scoresOf(candidates)[0]![0];
    const sides = [candidate("by meaning", 0.8, 6), candidate("by words", 0.65, 10)];
    expect(best([...sides, ...rest(0.5, 1)])).toBe("by words");
    expect(best([...sides, ...rest(0.1, 9)])).toBe("by meaning");
  });

  it("scores others on the same scale", () => {
    const scoreOf = scorer([candidate("a", 0.8, 10)]);
    expect(scoreOf(candidate("b", 0.4, 5))).toBeCloseTo(0.5, 12);
    expect(scoreOf(candidate("c", -0.4, 0))).toBe(0);
  });

  it("lets one signal decide alone when the other finds nothing", () => {
    expect(scoresOf([candidate("a", 0.2, 0), candidate("b", 0.4, 0)])).toEqual([
      ["b", 1],
      ["a", 0.5],
    ]);
    expect(scoresOf([candidate("a", 0, 3), candidate("b", 0, 6)])).toEqual([
      ["b", 1],
      ["a", 0.5],
    ]);
    expect(scoresOf([candidate("a", -0.3, 3), candidate("b", -0.1, 6)])).toEqual([
      ["b", 1],
      ["a", 0.5],
    ]);
  });

  it("treats an opposite meaning as no similarity", () => {
    // Words score both alike, so only the least weight is theirs; meaning has half of its best as its mean.
    const [words, meaning] = [0.3 * Math.sqrt(0.01), 0.6 * Math.sqrt(0.5)];
    const aShareOfWords = words / (words + meaning);
    expect(scoresOf([candidate("a", -0.9, 1), candidate("b", 0.5, 1)])).toEqual([
      ["b", 1],
      ["a", expect.closeTo(aShareOfWords, 12)],
    ]);
  });

  it("breaks ties by id, newest first", () => {
    expect(fuse([candidate("1", 0.5, 2), candidate("3", 0.5, 2), candidate("2", 0.5, 2)]).map(({ id }) => id)).toEqual([
      "3",
      "2",
      "1",
    ]);
  });

  it("keeps other fields beside the score, and accepts an empty list", () => {
    const only = candidate("a", 0.25, 2);
    expect(fuse([only])).toEqual([{ ...only, score: 1 }]);
    expect(fuse([])).toEqual([]);
  });

  it("scores everyone from 0 to 1, best first, whatever the order it was given", () => {
    const any = fc.record({
      cosine: fc.double({ min: -1, max: 1, noNaN: true }),
      wholeCosine: fc.double({ min: -1, max: 1, noNaN: true }),
      bm25: fc.double({ min: 0, max: 50, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 20 }), (sides) => {
        const candidates = sides.map((side, index) => ({ id: `${index}`, ...side }));
        const results = fuse(candidates);
        expect(results).toHaveLength(candidates.length);
        results.forEach(({ score }, index) => {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1 + 1e-12);
          if (index > 0) expect(score).toBeLessThanOrEqual(results[index - 1]!.score);
        });
        expect(fuse(candidates.toReversed())).toEqual(results);
      }),
    );
  });
});

function candidate(id: string, cosine: number, bm25: number, wholeCosine = cosine): Candidate {
  return { id, cosine, wholeCosine, bm25 };
}

function scoresOf(candidates: Candidate[]): [string, number][] {
  return fuse(candidates).map(({ id, score }) => [id, score]);
}
