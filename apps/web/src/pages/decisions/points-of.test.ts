import type { CalibrationBin } from "@knote/contract";
import { expect, it } from "vitest";
import { pointsOf } from "./points-of.ts";

const EMPTY: CalibrationBin = { from: 0, to: 0.1, n: 0, mean_confidence: null, came_true: 0, low: null, high: null };

it("makes a point of each bin with anything in it, the larger the more", () => {
  const bins = [
    EMPTY,
    { ...EMPTY, from: 0.6, to: 0.7, n: 16, mean_confidence: 0.65, came_true: 8, low: 0.28, high: 0.72 },
    { ...EMPTY, from: 0.9, to: 1, n: 4, mean_confidence: 1, came_true: 4, low: 0.51, high: 1 },
    { ...EMPTY, from: 0.1, to: 0.2, n: 1, mean_confidence: 0.1, came_true: 0, low: 0, high: 0.79 },
  ];
  expect(pointsOf(bins)).toEqual([
    { confidence: 0.65, share: 0.5, low: 0.28, high: 0.72, count: 16, radius: 8 },
    { confidence: 1, share: 1, low: 0.51, high: 1, count: 4, radius: 4 },
    { confidence: 0.1, share: 0, low: 0, high: 0.79, count: 1, radius: 3 },
  ]);
  expect(pointsOf([EMPTY])).toEqual([]);
});
