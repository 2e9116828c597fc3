/** What retrieval knows of a candidate; 0 where a side did not find it. */
export interface Candidate {
  readonly id: string;
  /** Cosine of the query with the note's best window, -1…1. */
  readonly cosine: number;
  /** Cosine of the query with the note's head window, -1…1: what the note is about as a whole. */
  readonly headCosine: number;
  readonly bm25: number;
}

/** Shares of a score; flat around these on four sets, and above rank fusion on each (docs/adr/0005). */
const WEIGHTS = { cosine: 0.4, headCosine: 0.2, bm25: 0.4 } as const;

type Signal = keyof typeof WEIGHTS;

/**
 * Scores candidates 0…1: each signal over its best among `candidates`, then weighed. The function scores
 * others on the same scale. A signal that says nothing of any candidate leaves its share to the rest.
 */
export function scorer(candidates: readonly Candidate[]): (candidate: Candidate) => number {
  const told = (Object.keys(WEIGHTS) as Signal[])
    .map((signal) => ({ signal, best: Math.max(0, ...candidates.map((candidate) => candidate[signal])) }))
    .filter(({ best }) => best > 0);
  const whole = told.reduce((sum, { signal }) => sum + WEIGHTS[signal], 0);
  return (candidate) =>
    told.reduce(
      (sum, { signal, best }) => sum + (WEIGHTS[signal] / whole) * (Math.max(0, candidate[signal]) / best),
      0,
    );
}

/** The candidates with their scores, best first; ties by id, newest first. */
export function fuse<Known extends Candidate>(candidates: readonly Known[]): (Known & { readonly score: number })[] {
  const scoreOf = scorer(candidates);
  return candidates
    .map((candidate) => ({ ...candidate, score: scoreOf(candidate) }))
    .toSorted((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1));
}
