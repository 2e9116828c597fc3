import { indexTerms } from "@knote/api/text/analyze";
import type { MatchMemory, NoteTerms } from "./match-memory.ts";
import type { NoteRow, Snapshot } from "./snapshot.ts";

/** Beyond so many at once, finding the terms of what changed takes longer than reading postings again. */
const MOST_FOLLOWED = 16;
const NO_TERMS: ReadonlyMap<string, number> = new Map();

interface Changes {
  readonly rows: readonly NoteRow[];
  /** Slots of notes that are gone. */
  readonly purged: readonly number[];
}

/** The user's table of notes. */
interface Followed {
  readonly user: number;
  slotOf(seq: number): number;
  readonly remembered: MatchMemory;
}

/** What is remembered goes on where little changed, and is forgotten where much did. */
export function followChanges(snapshot: Snapshot, table: Followed, { rows, purged }: Changes): void {
  const { remembered } = table;
  if (remembered.isEmpty()) return;
  const few = rows.length + purged.length <= MOST_FOLLOWED;
  const changed = few ? rows.map((row) => termsOf(snapshot, table, row)) : [null];
  if (changed.some((note) => note === null)) remembered.clear();
  else
    remembered.follow([
      ...purged.map((slot) => ({ slot, counts: NO_TERMS })),
      ...changed.filter((note) => note !== null),
    ]);
}

/**
 * From its texts, as the index cannot be asked by note; null when the length tells that these are not the terms that
 * the note was written with.
 */
function termsOf(snapshot: Snapshot, { user, slotOf }: Followed, row: NoteRow): NoteTerms | null {
  const [seq, , , , deleted, , length] = row;
  if (deleted === 1) return { slot: slotOf(seq), counts: NO_TERMS };
  const terms = indexTerms(snapshot.texts(user, seq) ?? []);
  return terms.length === length ? { slot: slotOf(seq), counts: new Map(terms.counts) } : null;
}
