import { createBoundedCache, clauseKey, type TermClause } from "@knote/api";
import { createUnion } from "../connection/create-union.ts";
import type { Collections } from "../collections/collections.ts";
import { holdsClause } from "./term-filter.ts";

/** Serves the steps of one request, which look for the same words. */
const REMEMBERED_MS = 5_000;
const MOST_USERS = 1_000;
const MOST_CLAUSES = 1_000;

interface CountsCacheEntry {
  /** The ledger's `changes` when the clauses were counted. */
  readonly changes: number;
  readonly counts: Map<string, Promise<number>>;
}

/** Counts the owner's live notes that hold each clause; `changes` is the ledger's version to count for. */
export type CountClauses = (
  userId: string,
  clauses: readonly TermClause[],
  changes: number,
) => Promise<Map<TermClause, number>>;

/** Counts all clauses with one command on the index, and none twice while nothing changes. */
export function createClauseCounts({ notes }: Pick<Collections, "notes">): CountClauses {
  const union = createUnion(notes);
  const countsCache = createBoundedCache<string, CountsCacheEntry>({ most: MOST_USERS, forMs: REMEMBERED_MS });

  async function count(userId: string, clauses: readonly TermClause[]): Promise<number[]> {
    const pipelines = clauses.map((clause, place) => [
      { $match: { userId, live: true, ...holdsClause(clause) } },
      { $count: "notes" },
      { $set: { place } },
    ]);
    const rows = await union<{ place: number; notes: number }>(pipelines);
    // The server returns no row for a clause without matches.
    const counts = new Map(rows.map((one) => [one.place, one.notes]));
    return clauses.map((_, place) => counts.get(place) ?? 0);
  }

  function countsAt(userId: string, changes: number): CountsCacheEntry["counts"] {
    const cacheEntry = countsCache.get(userId);
    if (cacheEntry?.changes === changes && cacheEntry.counts.size < MOST_CLAUSES) return cacheEntry.counts;
    const counts = new Map<string, Promise<number>>();
    countsCache.set(userId, { changes, counts });
    return counts;
  }

  return async (userId, clauses, changes) => {
    const counts = countsAt(userId, changes);
    // Each key once: a replaced count would fail as an unhandled rejection.
    const byKey = new Map(clauses.map((clause) => [clauseKey(clause), clause]));
    const missing = [...byKey].filter(([key]) => !counts.has(key));
    if (missing.length > 0) {
      const newCounts = count(
        userId,
        missing.map(([, clause]) => clause),
      );
      newCounts.catch(() => countsCache.delete(userId));
      for (const [place, [key]] of missing.entries()) {
        counts.set(
          key,
          newCounts.then((answers) => answers[place]!),
        );
      }
    }
    const entries = clauses.map(async (clause) => [clause, await counts.get(clauseKey(clause))!] as const);
    return new Map(await Promise.all(entries));
  };
}
