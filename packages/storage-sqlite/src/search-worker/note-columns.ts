/** What ranking needs of each note, by slot. */
export interface NoteColumns {
  readonly seqs: Float64Array;
  readonly lengths: Int32Array;
  readonly textRevisions: Int32Array;
  readonly flags: Uint8Array;
}

/** With the texts of id and type, and the place in the map of ids. */
export const BYTES_A_NOTE = 150;

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

/** Where `seq` stands in the first `size`, which ascend; -1 when it does not. `near` is where to look first. */
export function placeOf(seqs: Float64Array, size: number, seq: number, near: number): number {
  if (size === 0 || seq < seqs[0]! || seq > seqs[size - 1]!) return -1;
  let low = near < size && seqs[near]! <= seq ? near : 0;
  // Postings come in order: most of the time the next slot is close.
  let step = 1;
  while (low + step < size && seqs[low + step]! <= seq) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, size);
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if (seqs[middle]! <= seq) low = middle;
    else high = middle;
  }
  return seqs[low] === seq ? low : -1;
}
