import type { VectorHit } from "../ports/search-index.ts";
import type { TermClause } from "../text/keyword-query.ts";

/** Compares hits, nearest first; ties newest first, as ids grow with time. */
export function nearestFirst(one: VectorHit, other: VectorHit): number {
  return other.similarity - one.similarity || (one.id < other.id ? 1 : -1);
}

/** Returns the same text for clauses that match the same notes. */
export function clauseKey({ exact, prefixes }: TermClause): string {
  return JSON.stringify([exact, prefixes]);
}
