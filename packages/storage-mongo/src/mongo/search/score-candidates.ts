import { bm25, type Bm25Corpus, type KeywordHit } from "@knote/api";
import type { Candidate } from "./candidates.ts";
import { occurrences } from "./term-filter.ts";
import type { WeighedQuery, WeighedUnit } from "./weigh-query.ts";

/** A hit whose phrases are unverified: a missing phrase loses its share of the score. */
export interface ScoredHit extends KeywordHit {
  /** The share of each unit; 0 where it does not match. */
  readonly shares: readonly number[];
}

/** Scores a candidate; null when it is no match. */
export function createScorer(
  corpus: Bm25Corpus,
  { match, units }: WeighedQuery,
): (candidate: Candidate) => ScoredHit | null {
  return (candidate) =>
    scoredBy(
      match,
      candidate._id,
      units.map((unit) => share(corpus, unit, candidate)),
    );
}

/** Sums the shares; null when they are no match. */
export function scoredBy(match: "all" | "any", id: string, shares: readonly number[]): ScoredHit | null {
  const isMatch = match === "all" ? shares.every((part) => part > 0) : shares.some((part) => part > 0);
  return isMatch ? { id, score: shares.reduce((sum, part) => sum + part, 0), shares } : null;
}

/** Orders by score, ties by id, newest first. */
export function bestFirst(one: KeywordHit, other: KeywordHit): number {
  return other.score - one.score || (one.id < other.id ? 1 : -1);
}

function share(corpus: Bm25Corpus, { clauses, stopPhrase }: WeighedUnit, { _id, length, terms }: Candidate): number {
  if (stopPhrase) return stopPhrase.ids.has(_id) ? bm25(corpus, stopPhrase.weight, 1, length) : 0;
  let total = 0;
  for (const clause of clauses) {
    const count = occurrences(clause, terms);
    if (count === 0) return 0;
    total += bm25(corpus, clause.weight, count, length);
  }
  return total;
}
