import { bestOfEachNote, type Candidate } from "./best-candidates.ts";
import { floatsOf } from "./floats-of.ts";
import type { NoteTable } from "./note-table.ts";
import type { Snapshot, SnapshotReader, VectorRow } from "./snapshot.ts";
import { takeTurns } from "./turns.ts";
import { BYTES_A_ROW, vectorColumns } from "./vector-columns.ts";
import { chunkLayout, type ChunkLayout, type VectorMemory } from "./vector-memory.ts";

const PULLED_AT_ONCE = 1_000;
const LEAST_ROOM = 64;
/** Changed notes, at least, before stale vectors are looked for. */
const LEAST_STALE = 1_000;

/** All vectors of one user and model, at 8 bits; follows the database by pulling what is new. */
export interface VectorSet {
  /** Pulls what is new, giving way to others in between. */
  load(): Promise<void>;
  /** Pulls what is left up to this snapshot. */
  follow(snapshot: Snapshot): void;
  /** The best windows by score, one a note, of live, unarchived notes with their present text. */
  candidates(query: Float32Array, count: number, headsOnly: boolean): readonly Candidate[];
  /** Vectors of heads of live notes, by seq of their notes. */
  heads(): number[];
  /** Frees all memory; the set is of no use then. */
  drop(): void;
  bytes(): number;
}

interface Parts {
  readonly reader: SnapshotReader;
  readonly table: NoteTable;
  readonly memory: VectorMemory;
  readonly model: number;
}

export function createVectorSet({ reader, table, memory, model }: Parts): VectorSet {
  const chunks: number[] = [];
  const free: number[] = [];
  let layout: ChunkLayout | null = null;
  let size = 0;
  let last = 0;
  let greatestSeq = 0;
  let compactedAt = 0;
  let columns = vectorColumns(LEAST_ROOM);

  /** Answers whether there may be more. */
  function pull(snapshot: Snapshot): boolean {
    table.sync(snapshot);
    const rows = snapshot.vectorsSince(table.user, model, last, PULLED_AT_ONCE);
    // A note's windows come together, the head first; a head therefore ends what was known of its note.
    const replaced = new Set(
      rows.filter(([, seq, , window]) => window === 0 && seq <= greatestSeq).map(([, seq]) => seq),
    );
    if (replaced.size > 0) release((row) => replaced.has(columns.seqs[row]!));
    for (const row of rows) add(row);
    if (table.pulled - compactedAt > Math.max(LEAST_STALE, size / 4)) compact();
    return rows.length === PULLED_AT_ONCE;
  }

  function add([vector, seq, revision, window, data]: VectorRow): void {
    const values = floatsOf(data);
    last = vector;
    layout ??= chunkLayout(values.length);
    if (values.length !== layout.dimensions) return;
    const row = free.pop() ?? newRow(layout);
    memory.store(layout, chunks[Math.floor(row / layout.rows)]!, row % layout.rows, values);
    columns.vectors[row] = vector;
    columns.seqs[row] = seq;
    columns.revisions[row] = revision;
    columns.windows[row] = window;
    greatestSeq = Math.max(greatestSeq, seq);
  }

  function newRow({ rows }: ChunkLayout): number {
    if (size === chunks.length * rows) chunks.push(memory.take());
    if (size === columns.seqs.length) columns = vectorColumns(size * 2, columns);
    return size++;
  }

  function release(isGone: (row: number) => boolean): void {
    for (let row = 0; row < size; row++) {
      if (columns.seqs[row] === 0 || !isGone(row)) continue;
      columns.seqs[row] = 0;
      free.push(row);
    }
  }

  /** Lets go of what was deleted or reworded and has no new vectors yet. */
  function compact(): void {
    compactedAt = table.pulled;
    release((row) => {
      const slot = table.slotOf(columns.seqs[row]!);
      return slot < 0 || !table.isLive(slot) || table.textRevisions[slot]! > columns.revisions[row]!;
    });
  }

  function isCurrent(row: number): boolean {
    const seq = columns.seqs[row]!;
    const slot = seq === 0 ? -1 : table.slotOf(seq);
    return slot >= 0 && table.isLive(slot) && table.textRevisions[slot]! <= columns.revisions[row]!;
  }

  function isHit(row: number, headsOnly: boolean): boolean {
    if (headsOnly && columns.windows[row] !== 0) return false;
    return isCurrent(row) && !table.isArchived(table.slotOf(columns.seqs[row]!));
  }

  return {
    async load() {
      const turns = takeTurns();
      while (reader.read(pull)) if (turns.isOver()) await turns.next();
    },
    follow(snapshot) {
      while (pull(snapshot));
    },
    candidates(query, count, headsOnly) {
      if (layout === null || query.length !== layout.dimensions) return [];
      const best = bestOfEachNote(count);
      memory.setQuery(query);
      let least = -Infinity;
      for (let first = 0, chunk = 0; first < size; first += layout.rows, chunk++) {
        const scores = memory.scan(layout, chunks[chunk]!, Math.min(layout.rows, size - first));
        for (let index = 0; index < scores.length; index++) {
          if (scores[index]! <= least || !isHit(first + index, headsOnly)) continue;
          const row = first + index;
          least = best.add({ vector: columns.vectors[row]!, seq: columns.seqs[row]!, score: scores[index]! });
        }
      }
      return best.all;
    },
    heads() {
      const rows: number[] = [];
      for (let row = 0; row < size; row++) if (columns.windows[row] === 0 && isCurrent(row)) rows.push(row);
      return rows.sort((one, other) => columns.seqs[one]! - columns.seqs[other]!).map((row) => columns.vectors[row]!);
    },
    drop: () => memory.giveBack(chunks.splice(0)),
    bytes: () => columns.seqs.length * BYTES_A_ROW,
  };
}
