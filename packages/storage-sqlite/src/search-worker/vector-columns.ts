/** The data of each row of a vector set besides its bytes; a seq of 0 marks a free row. */
export interface VectorColumns {
  readonly vectors: Float64Array;
  readonly seqs: Float64Array;
  readonly revisions: Int32Array;
  readonly windows: Int32Array;
  readonly starts: Int32Array;
  readonly stops: Int32Array;
  /** Another row of the same note; -1 for none. */
  readonly others: Int32Array;
  /** 1 where 8 bits are too coarse, since one number of the vector outweighs the others. */
  readonly coarse: Uint8Array;
}

/** Includes a share of the note's entry in a map, which its rows have in common. */
export const BYTES_A_ROW = 50;

/** Creates columns for `length` rows and copies the existing ones into them. */
export function vectorColumns(length: number, existing?: VectorColumns): VectorColumns {
  const columns = {
    vectors: new Float64Array(length),
    seqs: new Float64Array(length),
    revisions: new Int32Array(length),
    windows: new Int32Array(length),
    starts: new Int32Array(length),
    stops: new Int32Array(length),
    others: new Int32Array(length),
    coarse: new Uint8Array(length),
  };
  if (existing) {
    columns.vectors.set(existing.vectors);
    columns.seqs.set(existing.seqs);
    columns.revisions.set(existing.revisions);
    columns.windows.set(existing.windows);
    columns.starts.set(existing.starts);
    columns.stops.set(existing.stops);
    columns.others.set(existing.others);
    columns.coarse.set(existing.coarse);
  }
  return columns;
}
