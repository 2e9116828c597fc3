/** How often a rule fired where it should, and where it should not. */
export interface Tally {
  readonly positives: number;
  readonly negatives: number;
  readonly hits: number;
  readonly alarms: number;
}

/** A case with the answer that is right, and the score by which a baseline would decide. */
export interface ScoredCase {
  readonly isPositive: boolean;
  readonly fires: boolean;
  readonly score?: number;
}

export function tally(cases: readonly ScoredCase[]): Tally {
  const count = (isPositive: boolean, firesOnly: boolean) =>
    cases.filter((one) => one.isPositive === isPositive && (!firesOnly || one.fires)).length;
  return {
    positives: count(true, false),
    negatives: count(false, false),
    hits: count(true, true),
    alarms: count(false, true),
  };
}

/** Null where nothing fired. */
export function precision({ hits, alarms }: Tally): number | null {
  return hits + alarms === 0 ? null : hits / (hits + alarms);
}

/** Null without positives. */
export function recall({ hits, positives }: Tally): number | null {
  return positives === 0 ? null : hits / positives;
}

/**
 * Returns the precision of a baseline that fires from a score on, at the least score that gives it the recall of the
 * rule: what the score alone would do with as many hits. Null for a rule without hits.
 */
export function precisionAtEqualRecall(
  cases: readonly ScoredCase[],
  score: (one: ScoredCase) => number,
): number | null {
  const { hits } = tally(cases);
  const scores = cases
    .filter(({ isPositive }) => isPositive)
    .map(score)
    .toSorted((one, other) => other - one);
  const least = scores[hits - 1];
  if (least === undefined) return null;
  return precision(tally(cases.map((one) => ({ ...one, fires: score(one) >= least }))));
}
