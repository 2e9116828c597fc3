import type { TermClause } from "@knote/api";
import { clauseKey } from "@knote/api/kit/hits";
import { bm25, inverseNoteFrequency } from "@knote/api/text/bm25";
import { among, type Matches } from "./matches.ts";
import type { NoteTable } from "./note-table.ts";
import type { Occurrences } from "./match-cache.ts";
import { occurrencesOfTerm, occurrencesOfTerms } from "./occurrences.ts";
import type { Posting, Snapshot } from "./snapshot.ts";
import { storedTerm } from "./stored-term.ts";

/** Returns per clause the live notes with any of its terms and its share of their scores; only `wantedSlots` if set. */
export function clauseMatches(
  snapshot: Snapshot,
  table: NoteTable,
  clauses: readonly TermClause[],
  wantedSlots: Int32Array | null,
): Matches[] {
  const cachedOccurrences = clauses.map((clause) => table.matchCache.get(clauseKey(clause)));
  const unknown = clauses.filter((_, index) => cachedOccurrences[index] === undefined);
  // All together, so that their terms are read with one statement.
  const freshOccurrences = occurrences(snapshot, table, unknown);
  unknown.forEach((clause, index) => table.matchCache.set(clauseKey(clause), freshOccurrences[index]!, clause));
  let nextFresh = 0;
  return cachedOccurrences.map((cacheEntry, index) =>
    weighOccurrences(table, cacheEntry ?? freshOccurrences[nextFresh++]!, wantedSlots, clauses[index]!.share),
  );
}

/** Scores notes by BM25, from how often the clause occurs in a note and the note's length. */
export function weighOccurrences(
  { corpus, lengths }: NoteTable,
  { slots, counts }: Occurrences,
  wantedSlots: Int32Array | null,
  share = 1,
): Matches {
  const weight = share * inverseNoteFrequency(corpus, slots.length);
  const score = (place: number) => bm25(corpus, weight, counts[place]!, lengths[slots[place]!]!);
  if (wantedSlots !== null) return among(slots, wantedSlots, score);
  const values = new Float64Array(slots.length);
  for (let place = 0; place < slots.length; place++) values[place] = score(place);
  return { slots, values };
}

function occurrences(snapshot: Snapshot, table: NoteTable, clauses: readonly TermClause[]): Occurrences[] {
  const exact = clauses.flatMap((clause) => clause.exact.map((term) => storedTerm(table.user, term)));
  const postings = exact.length === 0 ? [] : snapshot.postings(exact);
  let offset = 0;
  return clauses.map((clause) => {
    const own = postings.slice(offset, (offset += clause.exact.length)).filter((list) => list.length > 0);
    const prefixPostings = clause.prefixes.map((prefix) => snapshot.postingsOfAll(storedTerm(table.user, prefix)));
    return mergePostings(table, own, prefixPostings);
  });
}

/** Merges postings: those of one term are in order, those of a prefix are not. */
function mergePostings(
  table: NoteTable,
  exact: readonly (readonly Posting[])[],
  prefixPostings: readonly (readonly Posting[])[],
): Occurrences {
  const isOfOneTerm = exact.length <= 1 && prefixPostings.every((postings) => postings.length === 0);
  return isOfOneTerm
    ? occurrencesOfTerm(table, exact[0] ?? [])
    : occurrencesOfTerms(table, [...exact, ...prefixPostings]);
}
