import type { Bm25Corpus, TermClause } from "@knote/api";
import { COUNT_LEVELS } from "@knote/api/search/analyze";
import { bm25, inverseNoteFrequency } from "@knote/api/search/bm25";
import { NO_MATCHES, summed, type Matches } from "./matches.ts";
import type { NoteTable } from "./note-table.ts";
import type { Posting, Snapshot } from "./snapshot.ts";
import { storedTerm } from "./stored-term.ts";

/** So many postings are sorted sooner than a column of all notes is gone through. */
const FEW_OF = 16;

/** For each clause, the live notes that hold any of its terms, with its share of their scores. */
export function clauseMatches(snapshot: Snapshot, table: NoteTable, clauses: readonly TermClause[]): Matches[] {
  const unknown = clauses.filter((clause) => !table.remembered.has(keyOf(clause)));
  const exact = unknown.flatMap((clause) => clause.exact.map((term) => storedTerm(table.user, term)));
  const postings = exact.length === 0 ? [] : snapshot.postings(exact);
  let taken = 0;
  for (const clause of unknown) {
    const own = postings.slice(taken, (taken += clause.exact.length));
    const begun = clause.prefixes.map((prefix) => snapshot.postingsOfAll(storedTerm(table.user, prefix)));
    table.remembered.set(keyOf(clause), matchesOf(table, own, begun));
  }
  return clauses.map((clause) => table.remembered.get(keyOf(clause))!);
}

/** A note's value is how often the clause occurs in it; a BM25 score is made of that and the note's length. */
export function weighed(
  { corpus, lengths }: { readonly corpus: Bm25Corpus; readonly lengths: Int32Array },
  { slots, values }: Matches,
): Matches {
  const weight = inverseNoteFrequency(corpus, slots.length);
  for (let index = 0; index < slots.length; index++)
    values[index] = bm25(corpus, weight, values[index]!, lengths[slots[index]!]!);
  return { slots, values };
}

function keyOf({ exact, prefixes }: TermClause): string {
  return JSON.stringify([exact, prefixes]);
}

/** Postings of one term are in order; those that begin alike come in no order. */
function matchesOf(
  table: NoteTable,
  exact: readonly (readonly Posting[])[],
  begun: readonly (readonly Posting[])[],
): Matches {
  const lists = [...exact, ...begun].filter((postings) => postings.length > 0);
  if (lists.length === 0) return NO_MATCHES;
  const isOrdered = lists.length === 1 && begun.every((postings) => postings.length === 0);
  const found = lists.map((postings) => liveOnly(table, postings));
  return weighed(table, isOrdered ? found[0]! : added(found, table.size));
}

function liveOnly(table: NoteTable, postings: readonly Posting[]): Matches {
  const slots = new Int32Array(postings.length);
  const values = new Float64Array(postings.length);
  let size = 0;
  let near = 0;
  for (const [packed] of postings) {
    const slot = table.slotOf(Math.floor(packed / 16), near);
    if (slot < 0 || !table.isLive(slot)) continue;
    near = slot;
    slots[size] = slot;
    values[size++] = COUNT_LEVELS[packed % 16]!;
  }
  return { slots: slots.subarray(0, size), values: values.subarray(0, size) };
}

/** All lists in one, a note once with the sum of its counts. */
function added(lists: readonly Matches[], size: number): Matches {
  const total = lists.reduce((sum, { slots }) => sum + slots.length, 0);
  return total * FEW_OF < size ? sortedSums(lists) : summed(lists, size);
}

function sortedSums(lists: readonly Matches[]): Matches {
  const counts = new Map<number, number>();
  for (const { slots, values } of lists)
    slots.forEach((slot, index) => counts.set(slot, (counts.get(slot) ?? 0) + values[index]!));
  const slots = Int32Array.from(counts.keys()).sort();
  return { slots, values: Float64Array.from(slots, (slot) => counts.get(slot)!) };
}
