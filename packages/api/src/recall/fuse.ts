/** What retrieval knows of a candidate; 0 where a side did not find it. */
export interface Candidate {
  readonly id: string;
  /** Cosine with the query, -1…1. */
  readonly cosine: number;
  readonly bm25: number;
}

/** Share of meaning against words; flat from 0.5 to 0.7 on four sets, and above rank fusion on each (docs/adr/0005). */
const DENSE_WEIGHT = 0.6;

/** Scores each candidate 0…1: each side over its best among the same candidates, then weighed. Best first; ties by id, newest first. */
export function fuse(candidates: readonly Candidate[]): (Candidate & { readonly score: number })[] {
  const bestCosine = Math.max(0, ...candidates.map((candidate) => candidate.cosine));
  const bestBm25 = Math.max(0, ...candidates.map((candidate) => candidate.bm25));
  const dense = bestBm25 === 0 ? 1 : bestCosine === 0 ? 0 : DENSE_WEIGHT;
  return candidates
    .map((candidate) => ({
      ...candidate,
      score: dense * share(Math.max(0, candidate.cosine), bestCosine) + (1 - dense) * share(candidate.bm25, bestBm25),
    }))
    .toSorted((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1));
}

function share(value: number, best: number): number {
  return best === 0 ? 0 : value / best;
}
