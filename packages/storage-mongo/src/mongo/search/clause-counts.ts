import { createBoundedCache, clauseKey, type TermClause } from "@knote/api";
import { createUnion } from "../connection/create-union.ts";
import type { Collections } from "../collections/collections.ts";
import { holdsClause } from "./term-filter.ts";

/** For the steps of one request, which ask for the same words. */
const REMEMBERED_MS = 5_000;
const MOST_USERS = 1_000;
const MOST_CLAUSES = 1_000;

interface Known {
  /** Of the ledger when they were counted. */
  readonly changes: number;
  readonly counts: Map<string, Promise<number>>;
}

/** How many of the owner's live notes hold each clause, after so many `changes`. */
export type CountClauses = (
  userId: string,
  clauses: readonly TermClause[],
  changes: number,
) => Promise<Map<TermClause, number>>;

/** The index counts, for all clauses with one command; none is counted twice while nothing changes. */
export function createClauseCounts({ notes }: Pick<Collections, "notes">): CountClauses {
  const union = createUnion(notes);
  const known = createBoundedCache<string, Known>({ most: MOST_USERS, forMs: REMEMBERED_MS });

  async function count(userId: string, clauses: readonly TermClause[]): Promise<number[]> {
    const pipelines = clauses.map((clause, place) => [
      { $match: { userId, live: true, ...holdsClause(clause) } },
      { $count: "notes" },
      { $set: { place } },
    ]);
    const counted = await union<{ place: number; notes: number }>(pipelines);
    // Of a clause that no note holds a server says nothing.
    const counts = new Map(counted.map((one) => [one.place, one.notes]));
    return clauses.map((_, place) => counts.get(place) ?? 0);
  }

  function countsAt(userId: string, changes: number): Known["counts"] {
    const remembered = known.get(userId);
    if (remembered?.changes === changes && remembered.counts.size < MOST_CLAUSES) return remembered.counts;
    const counts = new Map<string, Promise<number>>();
    known.set(userId, { changes, counts });
    return counts;
  }

  return async (userId, clauses, changes) => {
    const counts = countsAt(userId, changes);
    // Each once: a count that another takes the place of would fail with nobody to hear it.
    const byKey = new Map(clauses.map((clause) => [clauseKey(clause), clause]));
    const missing = [...byKey].filter(([key]) => !counts.has(key));
    if (missing.length > 0) {
      const asked = count(
        userId,
        missing.map(([, clause]) => clause),
      );
      asked.catch(() => known.delete(userId));
      for (const [place, [key]] of missing.entries()) {
        counts.set(
          key,
          asked.then((answers) => answers[place]!),
        );
      }
    }
    const counted = clauses.map(async (clause) => [clause, await counts.get(clauseKey(clause))!] as const);
    return new Map(await Promise.all(counted));
  };
}
