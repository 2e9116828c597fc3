import type { SimilarityOptions } from "@knote/api";
import { beginTurn } from "@knote/api/kit/in-turns";
import { WINDOWS_OF_WHOLE } from "@knote/api/kit/whole-similarity";
import { bestOfEachNote } from "./best-candidates.ts";
import type { NoteTable } from "./note-table.ts";
import { endOfIds } from "./selection-filter.ts";
import type { Snapshot, SnapshotReader } from "./snapshot.ts";
import type { VectorMemory } from "./vector-memory.ts";
import { createVectorRows } from "./vector-rows.ts";

const PULLED_AT_ONCE = 1_000;
/** Least number of changed notes before stale vectors are removed. */
const LEAST_STALE = 1_000;

/** A window found at 8 bits. */
export interface FoundWindow {
  /** The vector's number in the database. */
  readonly vector: number;
  /** Cosine with the query. */
  readonly score: number;
  /** Whether the score is imprecise; otherwise it is right to about 0.001. */
  readonly isCoarse: boolean;
  readonly start: number;
  readonly end: number;
}

/** A note's nearest window to a query, and its first windows, the head before all. */
export interface FoundNote {
  readonly seq: number;
  readonly best: FoundWindow;
  readonly first: readonly FoundWindow[];
}

/** All vectors of one user and model at 8 bits; follows the database by pulling new ones. */
export interface VectorSet {
  /** Pulls new vectors, yielding to other requests in between. */
  load(): Promise<void>;
  /** Pulls the remaining vectors up to this snapshot. */
  follow(snapshot: Snapshot): void;
  /** Returns the nearest live, unarchived notes by their current text. */
  nearest(query: Float32Array, count: number, options: NearestRows): FoundNote[];
  /** Scores those of these notes that are live and have vectors of their current text; archived ones on demand. */
  among(query: Float32Array, seqs: readonly number[], options: Required<SimilarityOptions>): FoundNote[];
  /** Returns the numbers of live notes' head vectors, in the order of their notes' seq. */
  heads(): number[];
  /** Frees all memory; the set cannot be used afterwards. */
  drop(): void;
  bytes(): number;
}

interface NearestRows {
  readonly headsOnly: boolean;
  readonly createdUpTo: string | undefined;
}

interface VectorSetDeps {
  readonly reader: SnapshotReader;
  readonly table: NoteTable;
  readonly memory: VectorMemory;
  readonly model: number;
}

export function createVectorSet({ reader, table, memory, model }: VectorSetDeps): VectorSet {
  const rows = createVectorRows(memory);
  let last = 0;
  let greatestSeq = 0;
  let compactedAt = 0;

  /** Returns whether there may be more. */
  function pull(snapshot: Snapshot): boolean {
    table.sync(snapshot);
    const newRows = snapshot.vectorsSince(table.user, model, last, PULLED_AT_ONCE);
    // A note's windows come together, the head first, so a head replaces all earlier rows of its note.
    const replacedSeqs = new Set(
      newRows.filter(([, seq, , window]) => window === 0 && seq <= greatestSeq).map(([, seq]) => seq),
    );
    if (replacedSeqs.size > 0) rows.release((row) => replacedSeqs.has(rows.columns.seqs[row]!));
    for (const row of newRows) {
      rows.add(row);
      last = row[0];
      greatestSeq = Math.max(greatestSeq, row[1]);
    }
    if (table.pulledChanges - compactedAt > Math.max(LEAST_STALE, rows.size / 4)) compact();
    return newRows.length === PULLED_AT_ONCE;
  }

  /** Removes vectors of deleted notes and of earlier texts that have no new vectors yet. */
  function compact(): void {
    compactedAt = table.pulledChanges;
    rows.release((row) => !isCurrent(row));
  }

  function isCurrent(row: number): boolean {
    const seq = rows.columns.seqs[row]!;
    const slot = seq === 0 ? -1 : table.slotOf(seq);
    return slot >= 0 && table.isLive(slot) && table.textRevisions[slot]! <= rows.columns.revisions[row]!;
  }

  function isHit(row: number): boolean {
    return isCurrent(row) && !table.isArchived(table.slotOf(rows.columns.seqs[row]!));
  }

  function idAt(row: number): string {
    return table.ids[table.slotOf(rows.columns.seqs[row]!)]!;
  }

  function windowAt(row: number, score: number): FoundWindow {
    const { vectors, starts, stops, coarse } = rows.columns;
    return { vector: vectors[row]!, score, isCoarse: coarse[row] === 1, start: starts[row]!, end: stops[row]! };
  }

  /** Returns the windows, or the head alone, that tell how near the note as a whole is. */
  function firstOf(own: readonly number[], headOnly: boolean): FoundWindow[] {
    const { windows } = rows.columns;
    const inOrder = own.toSorted((one, other) => windows[one]! - windows[other]!);
    return inOrder.slice(0, headOnly ? 1 : WINDOWS_OF_WHOLE).map((row) => windowAt(row, rows.score(row)));
  }

  return {
    async load() {
      const turn = beginTurn();
      while (reader.read(pull)) if (turn.isOver()) await turn.next();
    },
    follow(snapshot) {
      while (pull(snapshot));
    },
    nearest(query, count, { headsOnly, createdUpTo }) {
      if (!rows.setQuery(query)) return [];
      const best = bestOfEachNote(count);
      const { columns } = rows;
      const end = createdUpTo === undefined ? null : endOfIds(createdUpTo);
      rows.scan(headsOnly, (row, score) =>
        isHit(row) && (end === null || idAt(row) < end)
          ? best.add({ row, id: idAt(row), window: columns.windows[row]!, score })
          : best.least(),
      );
      return best.all.map(({ row, score }) => {
        const seq = columns.seqs[row]!;
        return { seq, best: windowAt(row, score), first: firstOf(rows.ofNote(seq), headsOnly) };
      });
    },
    among(query, seqs, { headsOnly, withArchived }) {
      if (!rows.setQuery(query)) return [];
      return seqs.flatMap((seq) => {
        const own = rows.ofNote(seq).filter(withArchived ? isCurrent : isHit);
        if (own.length === 0) return [];
        const first = firstOf(own, headsOnly);
        const windows = headsOnly ? first : own.map((row) => windowAt(row, rows.score(row)));
        const best = windows.reduce((one, other) => (isBetter(other, one) ? other : one));
        return { seq, best, first };
      });
    },
    heads() {
      const { windows, seqs, vectors } = rows.columns;
      const heads: number[] = [];
      for (let row = 0; row < rows.size; row++) if (windows[row] === 0 && isCurrent(row)) heads.push(row);
      return heads.sort((one, other) => seqs[one]! - seqs[other]!).map((row) => vectors[row]!);
    },
    drop: rows.drop,
    bytes: rows.bytes,
  };
}

function isBetter(one: FoundWindow, other: FoundWindow): boolean {
  return one.score > other.score || (one.score === other.score && one.start < other.start);
}
