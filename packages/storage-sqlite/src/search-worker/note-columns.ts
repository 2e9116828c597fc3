/** The data of each note that ranking needs, by slot. */
export interface NoteColumns {
  readonly seqs: Float64Array;
  readonly lengths: Int32Array;
  readonly textRevisions: Int32Array;
  readonly flags: Uint8Array;
  /** When each note was last changed, in ms since the epoch. */
  readonly changeTimes: Float64Array;
}

/** Includes the texts of id and type, and the entry in the map of ids. */
export const BYTES_A_NOTE = 158;

/** Creates columns for `length` notes and copies the existing ones into them. */
export function noteColumns(length: number, existing?: NoteColumns): NoteColumns {
  const columns = {
    seqs: new Float64Array(length),
    lengths: new Int32Array(length),
    textRevisions: new Int32Array(length),
    flags: new Uint8Array(length),
    changeTimes: new Float64Array(length),
  };
  if (existing) {
    columns.seqs.set(existing.seqs);
    columns.lengths.set(existing.lengths);
    columns.textRevisions.set(existing.textRevisions);
    columns.flags.set(existing.flags);
    columns.changeTimes.set(existing.changeTimes);
  }
  return columns;
}

/** Returns the place of `seq` in the first `size`, which ascend, or -1. The search starts at `near`. */
export function placeOf(seqs: Float64Array, size: number, seq: number, near: number): number {
  if (size === 0 || seq < seqs[0]! || seq > seqs[size - 1]!) return -1;
  let low = near < size && seqs[near]! <= seq ? near : 0;
  // Postings come in order, so the next slot is usually close.
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
