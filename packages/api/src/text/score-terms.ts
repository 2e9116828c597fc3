import { bm25, type Bm25Corpus, inverseNoteFrequency } from "./bm25.ts";
import type { KeywordQuery, QueryUnit, TermClause } from "./keyword-query.ts";

/** The counts from which a query's words get their weights. */
export interface QueryStatistics {
  readonly corpus: Bm25Corpus;
  /**
   * By unit of the query, how many notes have each of its clauses; for a phrase of only stop words, how many have the
   * phrase. Empty where there are no notes.
   */
  readonly units: readonly (readonly number[])[];
}

/** The terms of a text that no engine indexes. */
export interface TermCounts {
  readonly counts: ReadonlyMap<string, number>;
  /** Words without stop words. */
  readonly length: number;
}

/** Whether the text has the phrase of a unit. */
export type HasPhrase = (unit: QueryUnit) => boolean;

/** Returns the score that the engines give a note with these terms; 0 when it does not match. */
export function scoreTerms(
  { match, units }: KeywordQuery,
  text: TermCounts,
  { statistics, hasPhrase }: { readonly statistics: QueryStatistics; readonly hasPhrase: HasPhrase },
): number {
  const shares = units.map((unit, place) =>
    scoreUnit(unit, text, { corpus: statistics.corpus, matching: statistics.units[place] ?? [], hasPhrase }),
  );
  const isMatch = match === "all" ? shares.every((share) => share > 0) : shares.some((share) => share > 0);
  return isMatch ? shares.reduce((sum, share) => sum + share, 0) : 0;
}

interface UnitStatistics {
  readonly corpus: Bm25Corpus;
  readonly matching: readonly number[];
  readonly hasPhrase: HasPhrase;
}

function scoreUnit(unit: QueryUnit, text: TermCounts, { corpus, matching, hasPhrase }: UnitStatistics): number {
  const counts = unit.clauses.length === 0 ? [1] : unit.clauses.map((clause) => countClause(clause, text));
  if (counts.includes(0) || (unit.phrase !== undefined && !hasPhrase(unit))) return 0;
  return counts.reduce((sum, count, place) => {
    // A text that is not among the counted notes can be the only one with the clause.
    const weight = inverseNoteFrequency(corpus, matching[place] ?? 0) * (unit.clauses[place]?.share ?? 1);
    return sum + bm25(corpus, weight, count, text.length);
  }, 0);
}

/** Counts how often the clause occurs in a text. */
export function countClause({ exact, prefixes }: TermClause, { counts }: TermCounts): number {
  let total = 0;
  if (prefixes.length === 0) {
    for (const term of new Set(exact)) total += counts.get(term) ?? 0;
    return total;
  }
  for (const [term, count] of counts)
    if (exact.includes(term) || prefixes.some((prefix) => term.startsWith(prefix))) total += count;
  return total;
}
