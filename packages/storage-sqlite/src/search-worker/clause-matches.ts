import type { TermClause } from "@knote/api";
import { clauseKey } from "@knote/api/kit/hits";
import { bm25, inverseNoteFrequency } from "@knote/api/text/bm25";
import { among, type Matches } from "./matches.ts";
import type { NoteTable } from "./note-table.ts";
import type { Occurrences } from "./match-memory.ts";
import { ofTerm, ofTerms } from "./occurrences.ts";
import type { Posting, Snapshot } from "./snapshot.ts";
import { storedTerm } from "./stored-term.ts";

/** Returns per clause the live notes with any of its terms and its share of their scores; only `wantedSlots` if set. */
export function clauseMatches(
  snapshot: Snapshot,
  table: NoteTable,
  clauses: readonly TermClause[],
  wanted: Int32Array | null,
): Matches[] {
  const known = clauses.map((clause) => table.remembered.get(clauseKey(clause)));
  const unknown = clauses.filter((_, index) => known[index] === undefined);
  // All together, so that their terms are read with one statement.
  const found = occurrences(snapshot, table, unknown);
  unknown.forEach((clause, index) => table.remembered.set(clauseKey(clause), found[index]!, clause));
  let taken = 0;
  return known.map((remembered) => weighed(table, remembered ?? found[taken++]!, wanted));
}

/** Scores notes by BM25, from how often the clause occurs in a note and the note's length. */
export function weighed(
  { corpus, lengths }: NoteTable,
  { slots, counts }: Occurrences,
  wanted: Int32Array | null,
): Matches {
  const weight = inverseNoteFrequency(corpus, slots.length);
  const score = (place: number) => bm25(corpus, weight, counts[place]!, lengths[slots[place]!]!);
  if (wanted !== null) return among(slots, wanted, score);
  const values = new Float64Array(slots.length);
  for (let place = 0; place < slots.length; place++) values[place] = score(place);
  return { slots, values };
}

function occurrences(snapshot: Snapshot, table: NoteTable, clauses: readonly TermClause[]): Occurrences[] {
  const exact = clauses.flatMap((clause) => clause.exact.map((term) => storedTerm(table.user, term)));
  const postings = exact.length === 0 ? [] : snapshot.postings(exact);
  let taken = 0;
  return clauses.map((clause) => {
    const own = postings.slice(taken, (taken += clause.exact.length)).filter((list) => list.length > 0);
    const begun = clause.prefixes.map((prefix) => snapshot.postingsOfAll(storedTerm(table.user, prefix)));
    return joined(table, own, begun);
  });
}

/** Merges postings: those of one term are in order, those of a prefix are not. */
function joined(
  table: NoteTable,
  exact: readonly (readonly Posting[])[],
  begun: readonly (readonly Posting[])[],
): Occurrences {
  const isOfOneTerm = exact.length <= 1 && begun.every((postings) => postings.length === 0);
  return isOfOneTerm ? ofTerm(table, exact[0] ?? []) : ofTerms(table, [...exact, ...begun]);
}
