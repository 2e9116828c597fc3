import { indexTerms } from "@knote/api/text/analyze";
import type { MatchMemory, NoteTerms } from "./match-memory.ts";
import type { NoteRow, Snapshot } from "./snapshot.ts";

/** Above this many changes, deriving the terms of changed notes takes longer than reading postings again. */
const MOST_FOLLOWED = 16;
const NO_TERMS: ReadonlyMap<string, number> = new Map();

interface Changes {
  readonly rows: readonly NoteRow[];
  /** Slots of purged notes. */
  readonly purged: readonly number[];
}

/** The user's table of notes. */
interface Followed {
  readonly user: number;
  slotOf(seq: number): number;
  readonly remembered: MatchMemory;
}

/** Updates the cached matches after few changes; drops them after many. */
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
 * Derives a note's terms from its texts, since the index cannot be read by note. Returns null when the length shows
 * that the note was written with other terms.
 */
function termsOf(snapshot: Snapshot, { user, slotOf }: Followed, row: NoteRow): NoteTerms | null {
  const [seq, , , , deleted, , length] = row;
  if (deleted === 1) return { slot: slotOf(seq), counts: NO_TERMS };
  const terms = indexTerms(snapshot.texts(user, seq) ?? []);
  return terms.length === length ? { slot: slotOf(seq), counts: new Map(terms.counts) } : null;
}
