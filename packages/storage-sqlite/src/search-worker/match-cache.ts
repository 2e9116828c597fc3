import type { TermClause } from "@knote/api";
import { lowerBound } from "./matches.ts";

/** Most bytes cached for one user. */
const MOST_BYTES = 16 * 1_048_576;
const BYTES_AN_OCCURRENCE = 6;
/** Covers the key, the clause, the arrays and their place in the map. */
const BYTES_AN_ENTRY = 600;
const BYTES_A_TERM = 100;
/** Changes kept for entries to catch up with; an entry further behind is dropped. */
const MOST_CHANGES = 32;
/** Common clauses of which only a number is cached. */
const MOST_COMMON = 4_096;
const BYTES_A_COMMON = 300;

/** Slots of live notes with a clause or phrase, ascending, and how often it occurs in each. */
export interface Occurrences {
  readonly slots: Int32Array;
  readonly counts: Uint16Array;
}

/** The terms that find a note now; none when it is gone. */
export interface NoteTerms {
  readonly slot: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** A cache of the occurrences of recently used clauses and phrases. */
export interface MatchCache {
  get(key: string): Occurrences | undefined;
  /** Adds an entry; it follows changes with its clause, and is dropped at the next change without. */
  set(key: string, occurrences: Occurrences, clause?: TermClause): void;
  /** Returns how many notes have a common clause at least; 0 for one that was never found to be common. */
  leastNotes(key: string): number;
  /** Notes that at least so many notes have a clause now. */
  setLeastNotes(key: string, notes: number): void;
  isEmpty(): boolean;
  /** Records changes of notes, which entries apply when they are used. */
  follow(changedNotes: readonly NoteTerms[]): void;
  clear(): void;
  /** Drops the least recently used entries above the bound. Call it between searches. */
  trim(): void;
  bytes(): number;
}

interface Entry {
  readonly occurrences: Occurrences;
  readonly clause: TermClause | undefined;
  /** The number of changes already applied. */
  readonly changes: number;
}

export function createMatchCache(mostBytes: number = MOST_BYTES): MatchCache {
  const entries = new Map<string, Entry>();
  const common = new Map<string, { readonly notes: number; readonly changes: number }>();
  let recent: NoteTerms[] = [];
  let changes = 0;
  let bytes = 0;

  function remove(key: string): void {
    const entry = entries.get(key);
    if (entry !== undefined) bytes -= bytesOf(entry.occurrences);
    entries.delete(key);
  }

  function set(key: string, occurrences: Occurrences, clause?: TermClause): void {
    remove(key);
    entries.set(key, { occurrences, clause, changes });
    bytes += bytesOf(occurrences);
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      const missedChanges = changes - entry.changes;
      const canFollow = missedChanges === 0 || (entry.clause !== undefined && missedChanges <= recent.length);
      if (!canFollow) {
        remove(key);
        return undefined;
      }
      const now = missedChanges === 0 ? entry.occurrences : applyChanges(entry, recent.slice(-missedChanges));
      // Set again, to keep the map in the order of use.
      set(key, now, entry.clause);
      return now;
    },
    set,
    leastNotes(key) {
      const entry = common.get(key);
      // Each change since can have been of a note that had the clause.
      return entry === undefined ? 0 : Math.max(0, entry.notes - (changes - entry.changes));
    },
    setLeastNotes(key, notes) {
      common.delete(key);
      common.set(key, { notes, changes });
      if (common.size > MOST_COMMON) common.delete(common.keys().next().value!);
    },
    isEmpty: () => entries.size + common.size === 0,
    follow(changedNotes) {
      changes += changedNotes.length;
      recent = [...recent, ...changedNotes].slice(-MOST_CHANGES);
    },
    clear() {
      entries.clear();
      common.clear();
      recent = [];
      bytes = 0;
    },
    trim() {
      for (const key of entries.keys()) {
        if (bytes <= mostBytes) return;
        remove(key);
      }
    },
    bytes: () =>
      bytes + common.size * BYTES_A_COMMON + recent.reduce((sum, { counts }) => sum + counts.size * BYTES_A_TERM, 0),
  };
}

function applyChanges({ occurrences, clause }: Entry, changedNotes: readonly NoteTerms[]): Occurrences {
  const counts = new Map(changedNotes.map((note) => [note.slot, countIn(note, clause!)]));
  const { slots } = occurrences;
  const slotsNow = new Int32Array(slots.length + counts.size);
  const countsNow = new Uint16Array(slots.length + counts.size);
  let [size, from] = [0, 0];
  const keep = (to: number) => {
    slotsNow.set(slots.subarray(from, to), size);
    countsNow.set(occurrences.counts.subarray(from, to), size);
    size += to - from;
    from = to;
  };
  for (const [slot, count] of [...counts].toSorted(([one], [other]) => one - other)) {
    keep(lowerBound(slots, slot, from));
    if (slots[from] === slot) from++;
    if (count === 0) continue;
    slotsNow[size] = slot;
    countsNow[size++] = count;
  }
  keep(slots.length);
  return { slots: slotsNow.subarray(0, size), counts: countsNow.subarray(0, size) };
}

function countIn({ counts }: NoteTerms, { exact, prefixes }: TermClause): number {
  let total = 0;
  for (const term of exact) total += counts.get(term) ?? 0;
  if (prefixes.length === 0) return total;
  for (const [term, count] of counts) if (prefixes.some((prefix) => term.startsWith(prefix))) total += count;
  return total;
}

function bytesOf({ slots }: Occurrences): number {
  return BYTES_AN_ENTRY + slots.length * BYTES_AN_OCCURRENCE;
}
