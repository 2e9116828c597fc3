/** The raw scores of a candidate; 0 for a search that did not find it. */
export interface Candidate {
  readonly id: string;
  /** Cosine of the query with the note's best window, -1…1. */
  readonly cosine: number;
  /** Cosine of the query with the note's head window, -1…1: the note's topic as a whole. */
  readonly headCosine: number;
  readonly bm25: number;
}

/** Weights of the signals: quality is flat around these on four data sets, and above rank fusion (docs/adr/0005). */
const WEIGHTS = { cosine: 0.4, headCosine: 0.2, bm25: 0.4 } as const;

type Signal = keyof typeof WEIGHTS;

/**
 * Returns a function that scores candidates 0…1: each signal relative to its best among `candidates`, then weighted.
 * It scores other notes on the same scale. A signal that is 0 for all candidates leaves its weight to the rest.
 */
export function scorer(candidates: readonly Candidate[]): (candidate: Candidate) => number {
  const signals = (Object.keys(WEIGHTS) as Signal[])
    .map((signal) => ({ signal, best: Math.max(0, ...candidates.map((candidate) => candidate[signal])) }))
    .filter(({ best }) => best > 0);
  const whole = signals.reduce((sum, { signal }) => sum + WEIGHTS[signal], 0);
  return (candidate) =>
    signals.reduce(
      (sum, { signal, best }) => sum + (WEIGHTS[signal] / whole) * (Math.max(0, candidate[signal]) / best),
      0,
    );
}

/** Returns the candidates with their scores, best first; ties by id, newest first. */
export function fuse<Known extends Candidate>(candidates: readonly Known[]): (Known & { readonly score: number })[] {
  const scoreOf = scorer(candidates);
  return candidates
    .map((candidate) => ({ ...candidate, score: scoreOf(candidate) }))
    .toSorted((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1));
}
