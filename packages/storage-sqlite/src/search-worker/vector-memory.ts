import { createVectorKernel, PAGE_BYTES, type VectorKernel } from "../vector-kernel/vector-kernel.ts";

/** The first page holds the query, then the scores of one chunk. */
const QUERY_AT = 0;
const SCORES_AT = 32_768;
/** The whole 32-bit address space; the budget limits how much of it is used. */
const MAX_PAGES = 65_536;
const GROW_PAGES = 16;
/** With rows of ±127, sums over `MAX_DIMENSIONS` just fit 32 bits. */
const QUERY_LEVELS = 4_095;
export const MAX_DIMENSIONS = 4_096;

/** The memory for all users' 8-bit vectors, in chunks of one page. */
export interface VectorMemory {
  /** Allocates a chunk and returns its address. */
  take(): number;
  giveBack(chunks: readonly number[]): void;
  bytes(): number;
  /** Writes a vector to a row and returns its greatest absolute number; 8 bits are off by at most 1/254 of that. */
  store(layout: ChunkLayout, chunk: number, row: number, vector: Float32Array): number;
  /** Sets the query of later scans and returns the factor that turns their scores into cosines. */
  setQuery(vector: Float32Array): number;
  /** Returns the scores of a chunk's rows, in an array that the next scan overwrites. */
  scan(layout: ChunkLayout, chunk: number, rows: { readonly first: number; readonly count: number }): Float32Array;
}

/** The layout of vectors in a chunk: rows, then their scales. */
export interface ChunkLayout {
  readonly dimensions: number;
  readonly rowBytes: number;
  readonly rows: number;
}

export function chunkLayout(dimensions: number): ChunkLayout {
  const rowBytes = Math.ceil(dimensions / 16) * 16;
  return { dimensions, rowBytes, rows: Math.floor(PAGE_BYTES / (rowBytes + 4)) };
}

export function createVectorMemory(kernel: VectorKernel = createVectorKernel(MAX_PAGES)): VectorMemory {
  const free: number[] = [];
  let usedBytes = 0;
  let views = viewsOf(kernel.memory.buffer);

  function take(): number {
    if (free.length === 0) {
      const first = kernel.memory.grow(GROW_PAGES);
      views = viewsOf(kernel.memory.buffer);
      for (let page = first + GROW_PAGES - 1; page >= first; page--) free.push(page * PAGE_BYTES);
    }
    usedBytes += PAGE_BYTES;
    return free.pop()!;
  }

  return {
    take,
    giveBack(chunks) {
      free.push(...chunks);
      usedBytes -= chunks.length * PAGE_BYTES;
    },
    bytes: () => usedBytes,
    store({ rowBytes, rows, dimensions }, chunk, row, vector) {
      const most = greatest(vector);
      const at = chunk + row * rowBytes;
      const inverse = 127 / (most || 1);
      for (let index = 0; index < dimensions; index++) views.bytes[at + index] = Math.round(vector[index]! * inverse);
      views.bytes.fill(0, at + dimensions, at + rowBytes);
      views.floats[(chunk + rows * rowBytes) / 4 + row] = most / 127;
      return most;
    },
    setQuery(vector) {
      const most = greatest(vector) || 1;
      const inverse = QUERY_LEVELS / most;
      views.shorts.fill(0, QUERY_AT / 2, SCORES_AT / 2);
      for (let index = 0; index < vector.length; index++)
        views.shorts[QUERY_AT / 2 + index] = Math.round(vector[index]! * inverse);
      return most / QUERY_LEVELS;
    },
    scan({ rowBytes, rows }, chunk, { first, count }) {
      const scales = chunk + rows * rowBytes + first * 4;
      kernel.scan(QUERY_AT, { rows: chunk + first * rowBytes, count, rowBytes, scales, scores: SCORES_AT });
      return views.floats.subarray(SCORES_AT / 4, SCORES_AT / 4 + count);
    },
  };
}

function viewsOf(buffer: ArrayBuffer) {
  return { bytes: new Int8Array(buffer), shorts: new Int16Array(buffer), floats: new Float32Array(buffer) };
}

function greatest(vector: Float32Array): number {
  let most = 0;
  for (const value of vector) most = Math.max(most, Math.abs(value));
  return most;
}
