import type { CalibrationBin } from "@knote/contract";

const SMALLEST = 3;
const LARGEST = 8;

/** A bin as a point of the plot; shares are 0 to 1. */
export interface PlotPoint {
  /** The mean confidence of the bin. */
  readonly confidence: number;
  /** How many came true. */
  readonly share: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
  /** Its area grows with the count. */
  readonly radius: number;
}

/** Returns a point for each bin that has anything in it. */
export function pointsOf(bins: readonly CalibrationBin[]): PlotPoint[] {
  const most = Math.max(1, ...bins.map(({ n }) => n));
  return bins.flatMap(({ n, mean_confidence: confidence, came_true: trueCount, low, high }) => {
    if (n === 0 || confidence === null || low === null || high === null) return [];
    const radius = Math.max(SMALLEST, LARGEST * Math.sqrt(n / most));
    return [{ confidence, share: trueCount / n, low, high, count: n, radius }];
  });
}
