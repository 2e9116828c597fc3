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
export interface MatchMemory {
  get(key: string): Occurrences | undefined;
  /** Adds an entry; it follows changes with its clause, and is dropped at the next change without. */
  set(key: string, occurrences: Occurrences, clause?: TermClause): void;
  isEmpty(): boolean;
  /** Records changes of notes, which entries apply when they are used. */
  follow(changed: readonly NoteTerms[]): void;
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

export function createMatchMemory(mostBytes: number = MOST_BYTES): MatchMemory {
  const known = new Map<string, Entry>();
  let recent: NoteTerms[] = [];
  let changes = 0;
  let bytes = 0;

  function remove(key: string): void {
    const gone = known.get(key);
    if (gone !== undefined) bytes -= bytesOf(gone.occurrences);
    known.delete(key);
  }

  function set(key: string, occurrences: Occurrences, clause?: TermClause): void {
    remove(key);
    known.set(key, { occurrences, clause, changes });
    bytes += bytesOf(occurrences);
  }

  return {
    get(key) {
      const found = known.get(key);
      if (found === undefined) return undefined;
      const missed = changes - found.changes;
      const canFollow = missed === 0 || (found.clause !== undefined && missed <= recent.length);
      if (!canFollow) {
        remove(key);
        return undefined;
      }
      const now = missed === 0 ? found.occurrences : followed(found, recent.slice(-missed));
      // Set again, to keep the map in the order of use.
      set(key, now, found.clause);
      return now;
    },
    set,
    isEmpty: () => known.size === 0,
    follow(changed) {
      changes += changed.length;
      recent = [...recent, ...changed].slice(-MOST_CHANGES);
    },
    clear() {
      known.clear();
      recent = [];
      bytes = 0;
    },
    trim() {
      for (const key of known.keys()) {
        if (bytes <= mostBytes) return;
        remove(key);
      }
    },
    bytes: () => bytes + recent.reduce((sum, { counts }) => sum + counts.size * BYTES_A_TERM, 0),
  };
}

function followed({ occurrences, clause }: Entry, changed: readonly NoteTerms[]): Occurrences {
  const counts = new Map(changed.map((note) => [note.slot, countIn(note, clause!)]));
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
