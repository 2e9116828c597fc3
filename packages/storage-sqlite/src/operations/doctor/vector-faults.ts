import type { DatabaseSync } from "node:sqlite";
import { floatsOf } from "../../search-worker/floats-of.ts";
import type { Row } from "../../stores/note-row.ts";

/** A note whose vectors of one model cannot be right. */
export interface VectorFault {
  readonly fault: string;
  readonly seq: number;
  readonly model: number;
  readonly id: string | null;
}

/** Vectors are of length 1 as far as floats of 32 bits can tell. */
const TOLERANCE = 1e-3;

const VECTORS = `
  SELECT v.seq, v.model, v.user, v.revision, v.window, v.start, v.stop, v.data, m.role,
    m.role IN ('serving', 'next') AND (n.seq <= m.listed_to OR n.seq > m.list_until)
      AND NOT EXISTS (SELECT 1 FROM due d WHERE d.model = v.model AND d.seq = n.seq)
      AS is_settled,
    n.user AS owner, n.id, n.deleted_at, n.revision AS note_revision, n.revision - n.same_text AS text_revision,
    CASE WHEN v.revision >= n.revision - n.same_text THEN n.content END AS content
  FROM vectors v LEFT JOIN notes n USING (seq) LEFT JOIN models m USING (model) ORDER BY v.seq, v.model, v.window`;

/** Each note and model once, with the first thing that is wrong. */
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

/** The windows of a text reach to its end; a note that is due has some of them. */
function endFault({ is_settled: isSettled, stop, content }: Row): string | null {
  return isSettled === 1 && content !== null && (stop as number) < (content as string).length
    ? "notes whose last vectors are missing"
    : null;
}

function ownerFault(row: Row): string | null {
  if (row["owner"] === null) return "vectors of notes that are not there";
  if (row["deleted_at"] !== null) return "deleted notes that have vectors";
  if (row["role"] === null || row["role"] === "left") return "vectors of models that are gone";
  if (row["user"] !== row["owner"]) return "vectors of another user's notes";
  return (row["revision"] as number) > (row["note_revision"] as number) ? "vectors of revisions to come" : null;
}

/** Where the text has moved on, its windows can no longer be told: the note is due then, or the next check says so. */
function windowFault(row: Row, before: Row | null): string | null {
  const earlier = before !== null && isOfSameNote(row, before) ? before : null;
  const expected = earlier === null ? 0 : (earlier["window"] as number) + 1;
  if (row["window"] !== expected || (earlier !== null && earlier["revision"] !== row["revision"]))
    return "notes with gaps between their vectors";
  const [start, stop, content] = [row["start"] as number, row["stop"] as number, row["content"] as string | null];
  return start < 0 || start > stop || (content !== null && stop > content.length)
    ? "notes with vectors of what is not in their text"
    : null;
}

function dataFault({ model, data }: Row, usualBytes: ReadonlyMap<number, number>): string | null {
  const bytes = data as Uint8Array;
  if (bytes.byteLength !== usualBytes.get(model as number) || bytes.byteLength % 4 !== 0)
    return "notes with vectors of another length than their model's";
  let squares = 0;
  for (const value of floatsOf(bytes)) squares += value * value;
  return Math.abs(Math.sqrt(squares) - 1) <= TOLERANCE ? null : "notes with vectors that are no directions";
}

/** The length that most vectors of a model have. */
function usualBytesOf(db: DatabaseSync): Map<number, number> {
  const rows = db
    .prepare("SELECT model, length(data) AS bytes, count(*) AS count FROM vectors GROUP BY model, bytes ORDER BY count")
    .all();
  return new Map(rows.map((row) => [row["model"] as number, row["bytes"] as number]));
}
