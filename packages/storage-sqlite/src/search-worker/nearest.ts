import type { VectorHit } from "@knote/api";
import { floatsOf } from "./floats-of.ts";
import type { NoteTable } from "./note-table.ts";
import type { SnapshotReader, WindowRow } from "./snapshot.ts";
import type { VectorSet } from "./vector-set.ts";

/** So many more than asked for are scored in full, as 8 bits may confuse neighbours in rank. */
const SPARE = 40;

export interface NearestSearch {
  readonly model: number;
  readonly vector: Float32Array;
  readonly limit: number;
  readonly headsOnly: boolean;
}

/** The nearest notes: found at 8 bits, ranked by their vectors as they were stored. */
export async function nearestNotes(
  reader: SnapshotReader,
  table: NoteTable,
  set: VectorSet,
  { model, vector, limit, headsOnly }: NearestSearch,
): Promise<VectorHit[]> {
  await set.load();
  return reader.read((snapshot) => {
    set.follow(snapshot);
    const hits = set.candidates(vector, limit + SPARE, headsOnly).flatMap(({ seq, vector: number }) => {
      const row = snapshot.vector(table.user, number);
      return row === null ? [] : { seq, ...hit(table.ids[table.slotOf(seq)]!, vector, row) };
    });
    const best = hits.sort(nearestFirst).slice(0, limit);
    return best.map(({ seq, ...found }) => {
      const head = headsOnly ? null : snapshot.head(model, seq);
      return head ? { ...found, headSimilarity: similarityOf(vector, head) } : found;
    });
  });
}

/** The same for these notes alone. */
export function similarNotes(
  reader: SnapshotReader,
  {
    user,
    model,
    ids,
    vector,
    headsOnly,
  }: { user: number; model: number; ids: readonly string[]; vector: Float32Array; headsOnly: boolean },
): VectorHit[] {
  return reader.read((snapshot) => {
    const hits = [...new Set(ids)].flatMap((id) => {
      const rows = snapshot
        .windows(user, model, id, headsOnly ? 1 : -1)
        .filter(([, , data]) => data.byteLength === vector.byteLength);
      const found = rows.map((row) => hit(id, vector, row));
      const headSimilarity = found[0]?.similarity ?? 0;
      return found
        .sort(nearestFirst)
        .slice(0, 1)
        .map((best) => ({ ...best, headSimilarity }));
    });
    return hits.sort(nearestFirst);
  });
}

/** Up to `limit` heads, evenly spread over the user's notes in the order of their writing. */
export async function sampleHeads(
  reader: SnapshotReader,
  table: NoteTable,
  set: VectorSet,
  limit: number,
): Promise<Float32Array[]> {
  await set.load();
  return reader.read((snapshot) => {
    set.follow(snapshot);
    const heads = set.heads();
    const step = Math.max(1, heads.length / limit);
    const chosen = Array.from(
      { length: Math.min(limit, heads.length) },
      (_, index) => heads[Math.floor(index * step)]!,
    );
    // What is remembered may be gone: restored notes and models that leave have no vectors left.
    return chosen.flatMap((vector) => {
      const row = snapshot.vector(table.user, vector);
      return row === null ? [] : floatsOf(row[2]);
    });
  });
}

/** As if the window were the head. */
function hit(id: string, vector: Float32Array, row: WindowRow): VectorHit {
  const similarity = similarityOf(vector, row);
  return { id, similarity, headSimilarity: similarity, window: { start: row[0], end: row[1] } };
}

function similarityOf(vector: Float32Array, [, , data]: WindowRow): number {
  return dot(vector, floatsOf(data));
}

/** Cosine: both are normalised. */
function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += one[index]! * other[index]!;
  return sum;
}

function nearestFirst(one: VectorHit, other: VectorHit): number {
  return other.similarity - one.similarity || (one.id < other.id ? 1 : -1);
}
