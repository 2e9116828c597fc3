import { describe, expect, it } from "vitest";
import { wilsonInterval } from "./wilson-interval.ts";

describe("the interval of a share", () => {
  // Worked out by hand from the formula, and equal to published tables.
  it.each([
    [0, 0, 0, 1],
    [0, 1, 0, 0.7935],
    [1, 1, 0.2065, 1],
    [1, 2, 0.0945, 0.9055],
    [0, 10, 0, 0.2775],
    [5, 10, 0.2366, 0.7634],
    [8, 10, 0.4902, 0.9433],
    [10, 10, 0.7225, 1],
    [81, 263, 0.2553, 0.3662],
    [500, 1_000, 0.4691, 0.5309],
  ])("of %i of %i is %f to %f", (successes, count, low, high) => {
    const interval = wilsonInterval(successes, count);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it("holds the share, stays within 0 and 1, and narrows with the count", () => {
    for (let count = 1; count <= 60; count++) {
      for (let successes = 0; successes <= count; successes++) {
        const { low, high } = wilsonInterval(successes, count);
        const share = successes / count;
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(share);
        expect(high).toBeGreaterThanOrEqual(share);
        const wider = wilsonInterval(successes, count);
        const narrower = wilsonInterval(successes * 4, count * 4);
        expect(narrower.high - narrower.low).toBeLessThan(wider.high - wider.low);
      }
    }
  });
});
