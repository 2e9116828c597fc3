import type { DatabaseSync } from "node:sqlite";
import { floatsOf } from "../../search-worker/floats-of.ts";
import type { Row } from "../../stores/note-row.ts";

/** A note with wrong vectors of one model. */
export interface VectorFault {
  readonly fault: string;
  readonly seq: number;
  readonly model: number;
  readonly id: string | null;
}

/** Vectors have length 1, within the precision of 32-bit floats. */
const TOLERANCE = 1e-3;

const VECTORS = `
  SELECT v.seq, v.model, v.user, v.revision, v.window, v.start, v.stop, v.data, m.role,
    m.role IN ('serving', 'next') AND (n.seq <= m.listed_to OR n.seq > m.list_until)
      AND NOT EXISTS (SELECT 1 FROM due d WHERE d.model = v.model AND d.seq = n.seq)
      AS is_settled,
    n.user AS owner, n.id, n.deleted_at, n.revision AS note_revision, n.revision - n.same_text AS text_revision,
    CASE WHEN v.revision >= n.revision - n.same_text THEN n.content END AS content
  FROM vectors v LEFT JOIN notes n USING (seq) LEFT JOIN models m USING (model) ORDER BY v.seq, v.model, v.window`;

/** Returns each pair of note and model once, with its first fault. */
export function faultsOf(db: DatabaseSync): VectorFault[] {
  const usualBytes = usualBytesOf(db);
  const faults = new Map<string, VectorFault>();
  let before: Row | null = null;
  const add = (row: Row, fault: string | null) => {
    const [seq, model] = [row["seq"] as number, row["model"] as number];
    const key = `${seq} ${model}`;
    if (fault !== null && !faults.has(key)) faults.set(key, { fault, seq, model, id: row["id"] as string | null });
  };
  for (const row of db.prepare(VECTORS).iterate()) {
    if (before !== null && !isOfSameNote(row, before)) add(before, endFault(before));
    add(row, ownerFault(row) ?? windowFault(row, before) ?? dataFault(row, usualBytes));
    before = row;
  }
  if (before !== null) add(before, endFault(before));
  return [...faults.values()];
}

function isOfSameNote(one: Row, other: Row): boolean {
  return one["seq"] === other["seq"] && one["model"] === other["model"];
}

/** Windows must reach the end of the text, except in a due note, which can have only some of them. */
function endFault({ is_settled: isSettled, stop, content }: Row): string | null {
  return isSettled === 1 && content !== null && (stop as number) < (content as string).length
    ? "notes whose last vectors are missing"
    : null;
}

function ownerFault(row: Row): string | null {
  if (row["owner"] === null) return "vectors of missing notes";
  if (row["deleted_at"] !== null) return "deleted notes that have vectors";
  if (row["role"] === null || row["role"] === "left") return "vectors of models that are gone";
  if (row["user"] !== row["owner"]) return "vectors of another user's notes";
  return (row["revision"] as number) > (row["note_revision"] as number) ? "vectors of future revisions" : null;
}

/** Windows of an earlier text cannot be compared: its note must be due, which another check verifies. */
function windowFault(row: Row, before: Row | null): string | null {
  const earlier = before !== null && isOfSameNote(row, before) ? before : null;
  const expectedWindow = earlier === null ? 0 : (earlier["window"] as number) + 1;
  if (row["window"] !== expectedWindow || (earlier !== null && earlier["revision"] !== row["revision"]))
    return "notes with gaps between their vectors";
  const [start, stop, content] = [row["start"] as number, row["stop"] as number, row["content"] as string | null];
  return start < 0 || start > stop || (content !== null && stop > content.length)
    ? "notes with vectors of ranges outside their text"
    : null;
}

function dataFault({ model, data }: Row, usualBytes: ReadonlyMap<number, number>): string | null {
  const bytes = data as Uint8Array;
  if (bytes.byteLength !== usualBytes.get(model as number) || bytes.byteLength % 4 !== 0)
    return "notes with vectors of another length than their model's";
  let squares = 0;
  for (const value of floatsOf(bytes)) squares += value * value;
  return Math.abs(Math.sqrt(squares) - 1) <= TOLERANCE ? null : "notes with vectors whose length is not 1";
}

/** Returns the most common length of each model's vectors, in bytes. */
function usualBytesOf(db: DatabaseSync): Map<number, number> {
  const rows = db
    .prepare("SELECT model, length(data) AS bytes, count(*) AS count FROM vectors GROUP BY model, bytes ORDER BY count")
    .all();
  return new Map(rows.map((row) => [row["model"] as number, row["bytes"] as number]));
}
