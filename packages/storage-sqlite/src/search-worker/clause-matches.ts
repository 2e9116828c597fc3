import type { TermClause } from "@knote/api";
import { clauseKey } from "@knote/api/kit/hits";
import { bm25, inverseNoteFrequency } from "@knote/api/text/bm25";
import { among, type Matches } from "./matches.ts";
import type { NoteTable } from "./note-table.ts";
import type { Occurrences } from "./match-cache.ts";
import { occurrencesOfTerm, occurrencesOfTerms } from "./occurrences.ts";
import type { Posting, Snapshot } from "./snapshot.ts";
import { storedTerm } from "./stored-term.ts";

/** Postings of a term read beyond the most: some are of notes that are gone, or go soon. */
const SPARE_POSTINGS = 64;

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

/**
 * Returns how many live notes have the clause; of more than `most`, some greater number, for which not all its postings
 * are read. What is read of a rarer one is cached.
 */
export function countNotesUpTo(snapshot: Snapshot, table: NoteTable, clause: TermClause, most: number): number {
  const key = clauseKey(clause);
  const { matchCache } = table;
  const cachedCount = matchCache.get(key)?.slots.length ?? matchCache.leastNotes(key);
  if (cachedCount > most) return cachedCount;
  const limit = most + SPARE_POSTINGS;
  const terms = clause.exact.map((term) => storedTerm(table.user, term));
  const lists = terms.length === 0 ? [] : snapshot.postings(terms, limit);
  // One term of many notes tells enough.
  const long = lists.find((list) => list.length > most && occurrencesOfTerm(table, list).slots.length > most);
  if (long !== undefined) {
    const notes = occurrencesOfTerm(table, long).slots.length;
    matchCache.setLeastNotes(key, notes);
    return notes;
  }
  const isAll = clause.prefixes.length === 0 && lists.every((list) => list.length < limit);
  const all = isAll ? mergePostings(table, lists.filter(isFilled), []) : occurrences(snapshot, table, [clause])[0]!;
  matchCache.set(key, all, clause);
  return all.slots.length;
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
    const own = postings.slice(offset, (offset += clause.exact.length)).filter(isFilled);
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

function isFilled(postings: readonly Posting[]): boolean {
  return postings.length > 0;
}
