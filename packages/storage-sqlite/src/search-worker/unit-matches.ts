import type { KeywordQuery } from "@knote/api";
import { clauseMatches, weighOccurrences } from "./clause-matches.ts";
import { intersect, type Matches } from "./matches.ts";
import type { NoteTable } from "./note-table.ts";
import type { Occurrences } from "./match-cache.ts";
import type { Snapshot } from "./snapshot.ts";
import { stopPhraseKey, type StopPhrases } from "./stop-phrases.ts";

/** The notes that a unit matches, with its share of their scores. */
export interface UnitMatches extends Matches {
  /** Stems that must still be verified to stand side by side in the note. */
  readonly phrase: readonly string[] | null;
}

/** Returns the matches of each unit, among all notes or only the `wantedSlots`. */
export function unitMatches(
  { snapshot, table }: { readonly snapshot: Snapshot; readonly table: NoteTable },
  query: KeywordQuery,
  stopPhrases: StopPhrases,
  wantedSlots: Int32Array | null = null,
): UnitMatches[] {
  const clauses = query.units.flatMap((unit) => unit.clauses);
  const ofClauses = clauseMatches(snapshot, table, clauses, wantedSlots);
  let offset = 0;
  return query.units.map((unit) => {
    const own = ofClauses.slice(offset, (offset += unit.clauses.length));
    const seqs = stopPhrases.seqs.get(unit);
    if (seqs === undefined) return { ...intersect(own), phrase: unit.phrase ?? null };
    const occurrences = occurrencesIn(table, seqs);
    if (table.change === stopPhrases.change) table.matchCache.set(stopPhraseKey(unit), occurrences);
    return { ...weighOccurrences(table, occurrences, wantedSlots), phrase: null };
  });
}

/** Counts a stop-word phrase once in each of its notes. */
function occurrencesIn(table: NoteTable, seqs: readonly number[]): Occurrences {
  const slots = Int32Array.from(seqs, (seq) => table.slotOf(seq)).filter((slot) => slot >= 0 && table.isLive(slot));
  return { slots: slots.sort(), counts: new Uint16Array(slots.length).fill(1) };
}
