import { indexTerms } from "@knote/api/text/analyze";
import type { MatchCache, NoteTerms } from "./match-cache.ts";
import type { NoteRow, Snapshot } from "./snapshot.ts";

/** Above this many changes, deriving the terms of changed notes takes longer than reading postings again. */
const MOST_FOLLOWED = 16;
const NO_TERMS: ReadonlyMap<string, number> = new Map();

interface Changes {
  readonly rows: readonly NoteRow[];
  /** Slots of purged notes. */
  readonly purgedSlots: readonly number[];
}

/** The user's table of notes. */
interface CachedTable {
  readonly user: number;
  slotOf(seq: number): number;
  readonly matchCache: MatchCache;
}

/** Updates the cached matches after few changes; drops them after many. */
export function followChanges(snapshot: Snapshot, table: CachedTable, { rows, purgedSlots }: Changes): void {
  const { matchCache } = table;
  if (matchCache.isEmpty()) return;
  const few = rows.length + purgedSlots.length <= MOST_FOLLOWED;
  const changedTerms = few ? rows.map((row) => termsOf(snapshot, table, row)) : [null];
  if (changedTerms.some((note) => note === null)) matchCache.clear();
  else
    matchCache.follow([
      ...purgedSlots.map((slot) => ({ slot, counts: NO_TERMS })),
      ...changedTerms.filter((note) => note !== null),
    ]);
}

/**
 * Derives a note's terms from its texts, since the index cannot be read by note. Returns null when the length shows
 * that the note was written with other terms.
 */
function termsOf(snapshot: Snapshot, { user, slotOf }: CachedTable, row: NoteRow): NoteTerms | null {
  const [seq, , , , deletedFlag, , length] = row;
  if (deletedFlag === 1) return { slot: slotOf(seq), counts: NO_TERMS };
  const terms = indexTerms(snapshot.texts(user, seq) ?? []);
  return terms.length === length ? { slot: slotOf(seq), counts: new Map(terms.counts) } : null;
}
