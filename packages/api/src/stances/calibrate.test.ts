import type { Outcome } from "@knote/contract";
import { describe, expect, it } from "vitest";
import { brierScore, calibrate, skillScore } from "./calibrate.ts";
import type { Forecast } from "./forecast.ts";

const SETTLED_AT = "2026-06-02T12:00:00.000Z";

function aForecast(confidence: number | null, outcome: Outcome, first: number | null = confidence): Forecast {
  return { noteId: "note", outcome, settledAt: SETTLED_AT, confidence, firstConfidence: first };
}

/** Last confidence, what came, first confidence; errors of the last: .01 .04 .49 .16 .04, of the first: .25 .04 .81 .16 .16 */
const BY_HAND = [
  aForecast(0.9, "came_true", 0.5),
  aForecast(0.8, "came_true"),
  aForecast(0.7, "came_false", 0.9),
  aForecast(0.6, "came_true"),
  aForecast(0.2, "came_false", 0.4),
];

describe("calibration", () => {
  it("equals a table worked out by hand", () => {
    const { bins, ...figures } = calibrate(BY_HAND);
    expect(figures).toEqual({
      scored: 5,
      excluded: { mixed: 0, unknown: 0, without_confidence: 0, late: 0 },
      brier: expect.closeTo(0.74 / 5, 12),
      brier_first: expect.closeTo(1.42 / 5, 12),
      brier_of_base_rate: expect.closeTo(0.24, 12),
      skill: expect.closeTo(1 - 0.148 / 0.24, 12),
      enough: false,
    });
    expect(bins.map(({ n, came_true }) => [n, came_true])).toEqual([
      [0, 0],
      [0, 0],
      [1, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [1, 1],
      [1, 0],
      [1, 1],
      [1, 1],
    ]);
    expect(bins[2]).toEqual({
      from: 0.2,
      to: 0.3,
      n: 1,
      mean_confidence: 0.2,
      came_true: 0,
      low: expect.closeTo(0, 4),
      high: expect.closeTo(0.7935, 4),
    });
    expect(bins[0]).toEqual({ from: 0, to: 0.1, n: 0, mean_confidence: null, came_true: 0, low: null, high: null });
  });

  it("says nothing of nothing", () => {
    expect(calibrate([])).toMatchObject({
      scored: 0,
      brier: null,
      brier_first: null,
      brier_of_base_rate: null,
      skill: null,
      enough: false,
    });
  });

  it("leaves out each forecast for one reason", () => {
    const forecasts = [
      ...BY_HAND,
      aForecast(0.9, "mixed"),
      aForecast(null, "mixed"),
      aForecast(0.9, "unknown"),
      aForecast(null, "came_true"),
      aForecast(null, "came_false"),
      aForecast(null, "came_false", 0.9),
    ];
    const { scored, excluded, brier } = calibrate(forecasts);
    expect({ scored, excluded }).toEqual({
      scored: 5,
      excluded: { mixed: 2, unknown: 1, without_confidence: 2, late: 1 },
    });
    expect(brier).toBe(calibrate(BY_HAND).brier);
  });

  it("puts each confidence into one of ten bins, the ends included", () => {
    const confidences = [0, 0.0999, 0.1, 0.3, 0.5, 0.6, 0.7, 0.8999, 0.9, 0.9999999999999999, 1];
    const { bins } = calibrate(confidences.map((confidence) => aForecast(confidence, "came_true")));
    expect(bins.map(({ n }) => n)).toEqual([2, 1, 0, 1, 0, 1, 1, 1, 1, 3]);
    for (const { n, from, to, mean_confidence } of bins.filter((bin) => bin.n > 0)) {
      expect(n).toBeGreaterThan(0);
      expect(mean_confidence).toBeGreaterThanOrEqual(from);
      expect(mean_confidence).toBeLessThanOrEqual(to);
    }
  });

  it("has enough from 20 on", () => {
    const forecasts = (count: number) => Array.from({ length: count }, () => aForecast(0.5, "came_true"));
    expect(calibrate(forecasts(19)).enough).toBe(false);
    expect(calibrate(forecasts(20)).enough).toBe(true);
    expect(calibrate([...forecasts(19), aForecast(0.5, "mixed")]).enough).toBe(false);
  });
});

describe("the Brier score", () => {
  it.each([
    [[[1, true]], 0],
    [[[0, false]], 0],
    [[[1, false]], 1],
    [
      [
        [0.5, true],
        [0.5, false],
      ],
      0.25,
    ],
  ] as [[number, boolean][], number][])("of %j is %f", (forecasts, score) => {
    expect(brierScore(forecasts)).toBe(score);
  });

  it("of always saying the base rate has a skill of 0, whatever the rate", () => {
    for (let trueCount = 1; trueCount < 12; trueCount++) {
      const forecasts = Array.from({ length: 12 }, (_, index) =>
        aForecast(trueCount / 12, index < trueCount ? "came_true" : "came_false"),
      );
      expect(calibrate(forecasts).skill).toBeCloseTo(0, 12);
    }
  });

  it("has no skill where all came alike, and a negative one where it is worse than the base rate", () => {
    expect(calibrate([aForecast(0.9, "came_true"), aForecast(0.8, "came_true")]).skill).toBeNull();
    expect(calibrate([aForecast(0.1, "came_true"), aForecast(0.9, "came_false")]).skill).toBeCloseTo(1 - 0.81 / 0.25);
    expect(skillScore(0, 0.25)).toBe(1);
  });
});
