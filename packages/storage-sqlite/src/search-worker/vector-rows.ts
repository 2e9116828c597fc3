import { floatsOf } from "./floats-of.ts";
import type { VectorRow } from "./snapshot.ts";
import { BYTES_A_ROW, vectorColumns, type VectorColumns } from "./vector-columns.ts";
import { chunkLayout, type ChunkLayout, type VectorMemory } from "./vector-memory.ts";

const LEAST_ROOM = 64;
/** In the vectors of texts the greatest of some hundred numbers is about 0.2, and 8 bits tell a cosine to 0.001. */
const COARSE_FROM = 0.5;

/** Vectors of one length at 8 bits, a row each, in chunks of the memory. */
export interface VectorRows {
  /** Rows in use; some may be free. */
  readonly size: number;
  readonly columns: VectorColumns;
  /** Vectors of another length than the first are left out. */
  add(row: VectorRow): void;
  /** Frees the rows of notes that are gone, of each note all. */
  release(isGone: (row: number) => boolean): void;
  /** The rows of a note, in no order. */
  ofNote(seq: number): number[];
  /** Sets the query of the scores that follow; false when there is nothing of its length. */
  ask(query: Float32Array): boolean;
  /** Cosine with the query, at 8 bits: rounding may take it a little beyond 1. */
  score(row: number): number;
  /** Visits the rows whose cosine is above the least, which the visit answers anew. */
  scan(visit: (row: number, score: number) => number): void;
  /** Frees all memory. */
  drop(): void;
  bytes(): number;
}

export function createVectorRows(memory: VectorMemory): VectorRows {
  const chunks: number[] = [];
  const free: number[] = [];
  const ofNotes = new Map<number, number>();
  let layout: ChunkLayout | null = null;
  let size = 0;
  let unit = 1;
  let columns = vectorColumns(LEAST_ROOM);

  function newRow({ rows }: ChunkLayout): number {
    if (size === chunks.length * rows) chunks.push(memory.take());
    if (size === columns.seqs.length) columns = vectorColumns(size * 2, columns);
    return size++;
  }

  function add([vector, seq, revision, window, start, stop, data]: VectorRow): void {
    const values = floatsOf(data);
    layout ??= chunkLayout(values.length);
    if (values.length !== layout.dimensions) return;
    const row = free.pop() ?? newRow(layout);
    const greatest = memory.store(layout, chunks[Math.floor(row / layout.rows)]!, row % layout.rows, values);
    columns.vectors[row] = vector;
    columns.seqs[row] = seq;
    columns.revisions[row] = revision;
    columns.windows[row] = window;
    columns.starts[row] = start;
    columns.stops[row] = stop;
    columns.coarse[row] = greatest > COARSE_FROM ? 1 : 0;
    columns.others[row] = ofNotes.get(seq) ?? -1;
    ofNotes.set(seq, row);
  }

  return {
    get size() {
      return size;
    },
    get columns() {
      return columns;
    },
    add,
    release(isGone) {
      for (let row = 0; row < size; row++) {
        if (columns.seqs[row] === 0 || !isGone(row)) continue;
        ofNotes.delete(columns.seqs[row]!);
        columns.seqs[row] = 0;
        free.push(row);
      }
    },
    ofNote(seq) {
      const found: number[] = [];
      for (let row = ofNotes.get(seq) ?? -1; row >= 0; row = columns.others[row]!) found.push(row);
      return found;
    },
    ask(query) {
      if (layout === null || query.length !== layout.dimensions) return false;
      unit = memory.setQuery(query);
      return true;
    },
    score(row) {
      const { rows } = layout!;
      return memory.scan(layout!, chunks[Math.floor(row / rows)]!, { first: row % rows, count: 1 })[0]! * unit;
    },
    scan(visit) {
      const { rows } = layout!;
      let least = -Infinity;
      for (let first = 0, chunk = 0; first < size; first += rows, chunk++) {
        const scores = memory.scan(layout!, chunks[chunk]!, { first: 0, count: Math.min(rows, size - first) });
        for (let index = 0; index < scores.length; index++)
          if (scores[index]! > least) least = visit(first + index, scores[index]! * unit) / unit;
      }
    },
    drop: () => memory.giveBack(chunks.splice(0)),
    bytes: () => columns.seqs.length * BYTES_A_ROW,
  };
}
