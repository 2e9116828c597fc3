import { floatsOf } from "./floats-of.ts";
import type { VectorRow } from "./snapshot.ts";
import { BYTES_A_ROW, vectorColumns, type VectorColumns } from "./vector-columns.ts";
import { chunkLayout, type ChunkLayout, type VectorMemory } from "./vector-memory.ts";

const LEAST_ROOM = 64;
/** Text vectors of some hundred numbers have a greatest one of about 0.2, so 8 bits give cosines right to 0.001. */
const COARSE_FROM = 0.5;

/** 8-bit vectors of one length, a row each. Heads have chunks of their own, as searches are often for heads only. */
export interface VectorRows {
  /** Above every row in use; some rows below can be free. */
  readonly size: number;
  readonly columns: VectorColumns;
  /** Adds a vector; ignores vectors of another length than the first. */
  add(row: VectorRow): void;
  /** Frees the rows for which `isGone` holds, which must be all rows of a note or none. */
  release(isGone: (row: number) => boolean): void;
  /** Returns the rows of a note, in no order. */
  ofNote(seq: number): number[];
  /** Sets the query of later scores; returns false when no vector has its length. */
  setQuery(query: Float32Array): boolean;
  /** Returns the cosine with the query at 8 bits, which rounding can take slightly above 1. */
  score(row: number): number;
  /** Visits rows (or only heads) with a cosine not below the least; each visit returns the new least. */
  scan(headsOnly: boolean, visit: (row: number, score: number) => number): void;
  /** Frees all memory. */
  drop(): void;
  bytes(): number;
}

interface Chunk {
  readonly address: number;
  readonly isOfHeads: boolean;
  /** Rows that were used at any time. */
  usedRows: number;
}

export function createVectorRows(memory: VectorMemory): VectorRows {
  const chunks: Chunk[] = [];
  const free = { heads: [] as number[], passages: [] as number[] };
  const ofNotes = new Map<number, number>();
  let layout: ChunkLayout | null = null;
  let size = 0;
  let cosineFactor = 1;
  let columns = vectorColumns(LEAST_ROOM);

  function newRow({ rows }: ChunkLayout, isHead: boolean): number {
    let index = chunks.findLastIndex(({ isOfHeads }) => isOfHeads === isHead);
    if (index < 0 || chunks[index]!.usedRows === rows)
      index = chunks.push({ address: memory.take(), isOfHeads: isHead, usedRows: 0 }) - 1;
    const row = index * rows + chunks[index]!.usedRows++;
    size = Math.max(size, row + 1);
    if (size > columns.seqs.length) columns = vectorColumns(Math.max(size, columns.seqs.length * 2), columns);
    return row;
  }

  function freeLike(window: number): number[] {
    return window === 0 ? free.heads : free.passages;
  }

  function add([vector, seq, revision, window, start, stop, data]: VectorRow): void {
    const values = floatsOf(data);
    layout ??= chunkLayout(values.length);
    if (values.length !== layout.dimensions) return;
    const row = freeLike(window).pop() ?? newRow(layout, window === 0);
    const { address } = chunks[Math.floor(row / layout.rows)]!;
    const greatest = memory.store(layout, address, row % layout.rows, values);
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
        freeLike(columns.windows[row]!).push(row);
      }
    },
    ofNote(seq) {
      const rows: number[] = [];
      for (let row = ofNotes.get(seq) ?? -1; row >= 0; row = columns.others[row]!) rows.push(row);
      return rows;
    },
    setQuery(query) {
      if (layout === null || query.length !== layout.dimensions) return false;
      cosineFactor = memory.setQuery(query);
      return true;
    },
    score(row) {
      const { rows } = layout!;
      const { address } = chunks[Math.floor(row / rows)]!;
      return memory.scan(layout!, address, { first: row % rows, count: 1 })[0]! * cosineFactor;
    },
    scan(headsOnly, visit) {
      let least = -Infinity;
      for (const [place, { address, isOfHeads, usedRows }] of chunks.entries()) {
        if (headsOnly && !isOfHeads) continue;
        const first = place * layout!.rows;
        const scores = memory.scan(layout!, address, { first: 0, count: usedRows });
        for (let index = 0; index < scores.length; index++) {
          const score = scores[index]! * cosineFactor;
          if (score >= least) least = visit(first + index, score);
        }
      }
    },
    drop: () => memory.giveBack(chunks.splice(0).map(({ address }) => address)),
    bytes: () => columns.seqs.length * BYTES_A_ROW,
  };
}
