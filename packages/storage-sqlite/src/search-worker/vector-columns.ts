/** What is known of each row of a vector set besides its bytes; a seq of 0 marks a free row. */
export interface VectorColumns {
  readonly vectors: Float64Array;
  readonly seqs: Float64Array;
  readonly revisions: Int32Array;
  readonly windows: Int32Array;
}

export const BYTES_A_ROW = 24;

/** Room for so many rows, filled with what there is. */
export function vectorColumns(length: number, filled?: VectorColumns): VectorColumns {
  const columns = {
    vectors: new Float64Array(length),
    seqs: new Float64Array(length),
    revisions: new Int32Array(length),
    windows: new Int32Array(length),
  };
  if (filled) {
    columns.vectors.set(filled.vectors);
    columns.seqs.set(filled.seqs);
    columns.revisions.set(filled.revisions);
    columns.windows.set(filled.windows);
  }
  return columns;
}
