import type { Bm25Corpus } from "@knote/api";
import { createMatchCache, type MatchCache } from "./match-cache.ts";
import { followChanges } from "./follow-changes.ts";
import { BYTES_A_NOTE, noteColumns, placeOf } from "./note-columns.ts";
import type { NoteRow, Snapshot } from "./snapshot.ts";

const LEAST_ROOM = 64;

/**
 * A user's notes in columns, one slot each in the order of their seq, with the data that ranking needs.
 * It follows the database by pulling changes, so no writer has to notify it.
 */
export interface NoteTable {
  readonly user: number;
  /** Pulls the changes up to this snapshot. */
  sync(snapshot: Snapshot): void;
  readonly corpus: Bm25Corpus;
  /** Slots in use; some can be of notes that are gone. */
  readonly size: number;
  /** The last change that was pulled. */
  readonly change: number;
  /** The number of changed notes pulled so far. */
  readonly pulledChanges: number;
  /** Returns the slot of a note, -1 for an unknown one. The search starts at `near`. */
  slotOf(seq: number, near?: number): number;
  /** Returns the slots of those notes that are known, ascending. */
  slotsOf(ids: readonly string[]): Int32Array;
  readonly seqs: Float64Array;
  readonly lengths: Int32Array;
  /** The revision of each note that introduced its current text. */
  readonly textRevisions: Int32Array;
  /** When each note was last changed, in ms since the epoch. */
  readonly changeTimes: Float64Array;
  readonly types: readonly string[];
  readonly ids: readonly string[];
  /** The occurrences of recently used clauses. */
  readonly matchCache: MatchCache;
  isLive(slot: number): boolean;
  isArchived(slot: number): boolean;
  bytes(): number;
}

const LIVE_FLAG = 1;
const ARCHIVED_FLAG = 2;

export function createNoteTable(user: number): NoteTable {
  let change = 0;
  let size = 0;
  let pulledChanges = 0;
  let corpus: Bm25Corpus = { notes: 0, totalLength: 0 };
  let columns = noteColumns(LEAST_ROOM);
  let ids: string[] = [];
  let types: string[] = [];
  let slotsById = new Map<string, number>();
  let indexedUpTo = 0;
  const matchCache = createMatchCache();

  function slotOf(seq: number, near = 0): number {
    return placeOf(columns.seqs, size, seq, near);
  }

  /** Starts over with new arrays, since a search under way can still hold the old ones. */
  function forget(): void {
    change = 0;
    size = 0;
    ids = [];
    types = [];
    slotsById = new Map();
    indexedUpTo = 0;
    matchCache.clear();
    columns = noteColumns(LEAST_ROOM);
  }

  /** Fills the map of ids on first use. */
  function slotsOf(wantedIds: readonly string[]): Int32Array {
    for (; indexedUpTo < size; indexedUpTo++) slotsById.set(ids[indexedUpTo]!, indexedUpTo);
    const slots = [...new Set(wantedIds)].flatMap((id) => slotsById.get(id) ?? []);
    return Int32Array.from(slots).sort();
  }

  function put([seq, id, type, archivedFlag, deletedFlag, textRevision, length, updatedAt]: NoteRow): void {
    const existingSlot = slotOf(seq);
    const slot = existingSlot >= 0 ? existingSlot : size++;
    columns.seqs[slot] = seq;
    columns.lengths[slot] = length;
    columns.textRevisions[slot] = textRevision;
    columns.changeTimes[slot] = Date.parse(updatedAt);
    columns.flags[slot] = (deletedFlag === 0 ? LIVE_FLAG : 0) | (archivedFlag === 1 ? ARCHIVED_FLAG : 0);
    ids[slot] = id;
    types[slot] = type;
  }

  function pull(snapshot: Snapshot): void {
    // New notes have greater seqs than all known ones, so sorting keeps the slots in order.
    const rows = snapshot.notesSince(user, change).sort((one, other) => one[0] - other[0]);
    const purgedSlots = snapshot
      .purgedSince(user, change)
      .map((seq) => slotOf(seq))
      .filter((slot) => slot >= 0);
    if (size + rows.length > columns.seqs.length) columns = noteColumns(Math.ceil((size + rows.length) * 1.5), columns);
    for (const slot of purgedSlots) columns.flags[slot] = 0;
    for (const row of rows) put(row);
    pulledChanges += rows.length;
    followChanges(snapshot, { user, slotOf, matchCache }, { rows, purgedSlots });
  }

  return {
    user,
    sync(snapshot) {
      const now = snapshot.userCounters(user);
      matchCache.trim();
      if (now.change === change) return;
      corpus = { notes: now.notes, totalLength: now.words };
      // Purges this long ago are no longer recorded, so any known note can be gone.
      if (change < now.purgeFloor) forget();
      pull(snapshot);
      change = now.change;
    },
    get corpus() {
      return corpus;
    },
    get change() {
      return change;
    },
    get size() {
      return size;
    },
    get pulledChanges() {
      return pulledChanges;
    },
    get seqs() {
      return columns.seqs;
    },
    get lengths() {
      return columns.lengths;
    },
    get textRevisions() {
      return columns.textRevisions;
    },
    get changeTimes() {
      return columns.changeTimes;
    },
    get ids() {
      return ids;
    },
    get types() {
      return types;
    },
    matchCache,
    slotOf,
    slotsOf,
    isLive: (slot) => (columns.flags[slot]! & LIVE_FLAG) !== 0,
    isArchived: (slot) => (columns.flags[slot]! & ARCHIVED_FLAG) !== 0,
    bytes: () => columns.seqs.length * BYTES_A_NOTE + matchCache.bytes(),
  };
}
