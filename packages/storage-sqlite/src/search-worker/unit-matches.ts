import type { KeywordQuery } from "@knote/api";
import { clauseMatches, weighed } from "./clause-matches.ts";
import { intersect, type Matches } from "./matches.ts";
import type { NoteTable } from "./note-table.ts";
import type { Snapshot } from "./snapshot.ts";
import { stopPhraseKey, type StopPhrases } from "./stop-phrases.ts";

/** The notes that a unit matches, with its share of their scores. */
export interface UnitMatches extends Matches {
  /** These stems are still to be found side by side in the note. */
  readonly phrase: readonly string[] | null;
}

export function unitMatches(
  snapshot: Snapshot,
  table: NoteTable,
  query: KeywordQuery,
  stopPhrases: StopPhrases,
): UnitMatches[] {
  // All clauses at once, so that their terms are read in one go; below they are remembered.
  clauseMatches(
    snapshot,
    table,
    query.units.flatMap((unit) => unit.clauses),
  );
  return query.units.map((unit) => {
    const seqs = stopPhrases.seqs.get(unit);
    if (seqs === undefined)
      return { ...intersect(clauseMatches(snapshot, table, unit.clauses)), phrase: unit.phrase ?? null };
    const matches = phraseMatches(table, seqs);
    if (table.change === stopPhrases.change) table.remembered.set(stopPhraseKey(unit), matches);
    return { ...matches, phrase: null };
  });
}

/** Such a phrase counts once in each of its notes. */
function phraseMatches(table: NoteTable, seqs: readonly number[]): Matches {
  const slots = Int32Array.from(seqs, (seq) => table.slotOf(seq)).filter((slot) => slot >= 0 && table.isLive(slot));
  return weighed(table, { slots: slots.sort(), values: new Float64Array(slots.length).fill(1) });
}
