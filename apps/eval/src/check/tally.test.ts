import { expect, it } from "vitest";
import { precision, precisionAtEqualRecall, recall, tally } from "./tally.ts";

const one = (isPositive: boolean, fires: boolean, score = 0) => ({ isPositive, fires, score });

it("counts hits among positives, and alarms among negatives", () => {
  const counts = tally([one(true, true), one(true, false), one(true, true), one(false, true), one(false, false)]);
  expect(counts).toEqual({ positives: 3, negatives: 2, hits: 2, alarms: 1 });
  expect([precision(counts), recall(counts)]).toEqual([2 / 3, 2 / 3]);
});

it("has no precision where nothing fired, and no recall without positives", () => {
  expect(precision(tally([one(true, false)]))).toBeNull();
  expect(recall(tally([one(false, true)]))).toBeNull();
});

it("compares with a score at the same recall", () => {
  const cases = [
    one(true, true, 0.9),
    one(false, false, 0.8),
    one(true, true, 0.7),
    one(true, false, 0.6),
    one(false, false, 0.1),
  ];
  expect(precisionAtEqualRecall(cases, ({ score = 0 }) => score)).toBe(2 / 3);
  expect(precisionAtEqualRecall([one(true, false, 1)], ({ score = 0 }) => score)).toBeNull();
});
