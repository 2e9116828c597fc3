/** What ranking needs of each note, by slot. */
export interface NoteColumns {
  readonly seqs: Float64Array;
  readonly lengths: Int32Array;
  readonly textRevisions: Int32Array;
  readonly flags: Uint8Array;
}

/** With the texts of id and type. */
export const BYTES_A_NOTE = 100;

/** Room for so many notes, filled with what there is. */
export function noteColumns(length: number, filled?: NoteColumns): NoteColumns {
  const columns = {
    seqs: new Float64Array(length),
    lengths: new Int32Array(length),
    textRevisions: new Int32Array(length),
    flags: new Uint8Array(length),
  };
  if (filled) {
    columns.seqs.set(filled.seqs);
    columns.lengths.set(filled.lengths);
    columns.textRevisions.set(filled.textRevisions);
    columns.flags.set(filled.flags);
  }
  return columns;
}
