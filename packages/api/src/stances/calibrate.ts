import { type Calibration, type CalibrationBin, ENOUGH_SCORED } from "@knote/contract";
import { wilsonInterval } from "../kit/wilson-interval.ts";
import type { Forecast } from "./forecast.ts";

const BINS = 10;

/** A forecast whose outcome was plain and whose confidence was old enough. */
interface Trial {
  readonly confidence: number;
  readonly firstConfidence: number;
  readonly cameTrue: boolean;
}

/** Compares how sure someone was with what came. Each forecast counts once, in the order given. */
export function calibrate(forecasts: readonly Forecast[]): Calibration {
  const trials = forecasts.flatMap((forecast) => trialOf(forecast) ?? []);
  const brier = brierScore(trials.map(({ confidence, cameTrue }) => [confidence, cameTrue]));
  const baseRate = trials.filter(({ cameTrue }) => cameTrue).length / trials.length;
  const brierOfBaseRate = brierScore(trials.map(({ cameTrue }) => [baseRate, cameTrue]));
  return {
    scored: trials.length,
    excluded: countExcluded(forecasts),
    brier,
    brier_first: brierScore(trials.map(({ firstConfidence, cameTrue }) => [firstConfidence, cameTrue])),
    brier_of_base_rate: brierOfBaseRate,
    skill: brier === null ? null : skillScore(brier, brierOfBaseRate!),
    bins: Array.from({ length: BINS }, (_, index) => binOf(trials, index)),
    enough: trials.length >= ENOUGH_SCORED,
  };
}

/**
 * Returns the mean of (p − o)², o being 1 for what came true and 0 for what did not: 0 is best, 1 worst, and always
 * saying ½ gives ¼. Null without forecasts. It is half of the score over both classes that its author defined.
 *
 * G. W. Brier (1950), "Verification of forecasts expressed in terms of probability", Monthly Weather Review 78, 1–3.
 */
export function brierScore(forecasts: readonly (readonly [confidence: number, cameTrue: boolean])[]): number | null {
  if (forecasts.length === 0) return null;
  const errors = forecasts.map(([confidence, cameTrue]) => (confidence - Number(cameTrue)) ** 2);
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}

/**
 * Returns 1 − brier / reference: 1 is perfect, 0 no better than the reference, below 0 worse. Null where the reference
 * is perfect itself, as when everything came true.
 *
 * D. S. Wilks, "Statistical Methods in the Atmospheric Sciences", chapter on forecast verification (skill scores).
 */
export function skillScore(brier: number, reference: number): number | null {
  return reference === 0 ? null : 1 - brier / reference;
}

function trialOf({ outcome, confidence, firstConfidence }: Forecast): Trial | null {
  if (outcome !== "came_true" && outcome !== "came_false") return null;
  if (confidence === null || firstConfidence === null) return null;
  return { confidence, firstConfidence, cameTrue: outcome === "came_true" };
}

/** Each forecast that is not scored has one reason, the first that holds. */
function countExcluded(forecasts: readonly Forecast[]): Calibration["excluded"] {
  const counts = { mixed: 0, unknown: 0, without_confidence: 0, late: 0 };
  for (const { outcome, confidence, firstConfidence } of forecasts) {
    if (outcome === "mixed" || outcome === "unknown") counts[outcome]++;
    else if (firstConfidence === null) counts.without_confidence++;
    else if (confidence === null) counts.late++;
  }
  return counts;
}

function binOf(trials: readonly Trial[], index: number): CalibrationBin {
  const own = trials.filter(({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === index);
  const [n, came_true] = [own.length, own.filter(({ cameTrue }) => cameTrue).length];
  const mean = own.reduce((sum, { confidence }) => sum + confidence, 0) / n;
  return {
    from: index / BINS,
    to: (index + 1) / BINS,
    n,
    mean_confidence: n === 0 ? null : Math.min(1, mean),
    came_true,
    ...(n === 0 ? { low: null, high: null } : wilsonInterval(came_true, n)),
  };
}
