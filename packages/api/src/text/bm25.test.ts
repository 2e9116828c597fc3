import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bm25, inverseNoteFrequency } from "./bm25.ts";

const CORPUS = { notes: 100, totalLength: 2_000 };

describe("inverseNoteFrequency", () => {
  it("weights rare clauses above common ones, and ubiquitous ones above zero", () => {
    expect(inverseNoteFrequency(CORPUS, 1)).toBeCloseTo(Math.log(1 + 99.5 / 1.5), 12);
    expect(inverseNoteFrequency(CORPUS, 1)).toBeGreaterThan(inverseNoteFrequency(CORPUS, 50));
    expect(inverseNoteFrequency(CORPUS, 100)).toBeGreaterThan(0);
  });

  it("tolerates counts that are slightly stale", () => {
    expect(inverseNoteFrequency({ notes: 1, totalLength: 10 }, 5)).toBeGreaterThanOrEqual(0);
    expect(inverseNoteFrequency({ notes: 0, totalLength: 0 }, 0)).toBeGreaterThan(0);
  });
});

describe("bm25", () => {
  it("is the published formula with k1 1.2 and b 0.75", () => {
    expect(bm25(CORPUS, 2, 3, 40)).toBeCloseTo((2 * 3 * 2.2) / (3 + 1.2 * (0.25 + (0.75 * 40) / 20)), 12);
  });

  it("rises with the count, less each time, and never passes its bound", () => {
    const scores = [1, 2, 3, 100].map((count) => bm25(CORPUS, 1, count, 20));
    expect(scores.toSorted((one, other) => one - other)).toEqual(scores);
    expect(scores[1]! - scores[0]!).toBeGreaterThan(scores[2]! - scores[1]!);
    expect(scores[3]).toBeLessThan(2.2);
  });

  it("prefers the shorter of two notes with the same count", () => {
    expect(bm25(CORPUS, 1, 1, 5)).toBeGreaterThan(bm25(CORPUS, 1, 1, 50));
  });

  it("is finite and above 0 for every note that holds a clause", () => {
    const corpus = fc.record({ notes: fc.nat(1e6), totalLength: fc.nat(1e9) });
    fc.assert(
      fc.property(
        corpus,
        fc.nat(1e6),
        fc.integer({ min: 1, max: 1e4 }),
        fc.nat(1e5),
        (statistics, matching, count, length) => {
          const score = bm25(
            statistics,
            inverseNoteFrequency(statistics, Math.min(matching, statistics.notes)),
            count,
            length,
          );
          expect(Number.isFinite(score) && score > 0).toBe(true);
        },
      ),
    );
  });
});
