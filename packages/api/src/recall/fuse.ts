/** The raw scores of a candidate; 0 for a search that did not find it. */
export interface Candidate {
  readonly id: string;
  /** Cosine of the query with the note's best window, -1…1. */
  readonly cosine: number;
  /** Cosine of the query with the note as a whole, -1…1. */
  readonly wholeCosine: number;
  readonly bm25: number;
}

/** Weights of the signals: quality is flat around these on four data sets, and above rank fusion (docs/adr/0005). */
const WEIGHTS = { cosine: 0.4, wholeCosine: 0.2, bm25: 0.3 } as const;
/** Least distance of a side's best score from its mean, relative to the best: equal scores still count. */
const LEAST_DISTINCTION = 0.01;

type Signal = keyof typeof WEIGHTS;

/**
 * Returns a function that scores candidates 0…1: each signal relative to its best among `candidates`, then weighted. A
 * side whose best stands out counts more: one that scores all candidates alike has not recognised the right one.
 * It scores other notes on the same scale. A signal that is 0 for all candidates leaves its weight to the rest.
 */
export function scorer(candidates: readonly Candidate[]): (candidate: Candidate) => number {
  const distinctions = { words: distinction(candidates, "bm25"), meaning: distinction(candidates, "cosine") };
  const signals = (Object.keys(WEIGHTS) as Signal[])
    .map((signal) => ({
      signal,
      best: Math.max(0, ...candidates.map((candidate) => candidate[signal])),
      weight: WEIGHTS[signal] * distinctions[signal === "bm25" ? "words" : "meaning"],
    }))
    .filter(({ best }) => best > 0);
  const whole = signals.reduce((sum, { weight }) => sum + weight, 0);
  return (candidate) =>
    signals.reduce(
      (sum, { signal, best, weight }) => sum + (weight / whole) * (Math.max(0, candidate[signal]) / best),
      0,
    );
}

/** Returns how far the best score of a signal stands above the mean, 0…1; the root, so that no side is silenced. */
function distinction(candidates: readonly Candidate[], signal: Signal): number {
  // In order, so that the sum does not depend on the order of the candidates.
  const scores = candidates.map((candidate) => Math.max(0, candidate[signal])).toSorted((one, other) => other - one);
  const best = scores[0] ?? 0;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return Math.sqrt(Math.max(LEAST_DISTINCTION, best > 0 ? 1 - mean / best : 0));
}

/** Returns the candidates with their scores, best first; ties by id, newest first. */
export function fuse<Known extends Candidate>(candidates: readonly Known[]): (Known & { readonly score: number })[] {
  const scoreOf = scorer(candidates);
  return candidates
    .map((candidate) => ({ ...candidate, score: scoreOf(candidate) }))
    .toSorted((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1));
}
