import type { NearestOptions, SimilarityOptions, VectorHit } from "@knote/api";
import { nearestFirst } from "@knote/api/kit/hits";
import { wholeSimilarity } from "@knote/api/kit/whole-similarity";
import { floatsOf } from "./floats-of.ts";
import type { NoteTable } from "./note-table.ts";
import type { Snapshot, SnapshotReader } from "./snapshot.ts";
import type { FoundNote, FoundWindow, VectorSet } from "./vector-set.ts";

/** Nearest notes ranked by their stored vectors; reading one takes as long as scanning a hundred at 8 bits. */
const EXACT = 16;
/** Extra candidates, since 8 bits can swap neighbours in rank. */
const SPARE = 8;

export interface VectorSearchDeps {
  readonly reader: SnapshotReader;
  readonly table: NoteTable;
  readonly set: VectorSet;
}

interface Search {
  readonly vector: Float32Array;
}

/** Returns the nearest notes: found at 8 bits, the first of them ranked by their stored vectors. */
export async function nearestNotes(
  { reader, table, set }: VectorSearchDeps,
  { vector, limit, headsOnly = false, createdUpTo }: Search & NearestOptions,
): Promise<VectorHit[]> {
  await set.load();
  return reader.read((snapshot) => {
    set.follow(snapshot);
    const foundNotes = set.nearest(vector, limit + SPARE, { headsOnly, createdUpTo });
    return hits({ snapshot, table }, vector, foundNotes, EXACT).slice(0, limit);
  });
}

/** Returns the similarities of these notes only, at 8 bits. */
export async function similarNotes(
  { reader, table, set }: VectorSearchDeps,
  {
    vector,
    ids,
    headsOnly = false,
    withArchived = false,
  }: Search & SimilarityOptions & { readonly ids: readonly string[] },
): Promise<VectorHit[]> {
  await set.load();
  return reader.read((snapshot) => {
    set.follow(snapshot);
    const seqs = Array.from(table.slotsOf(ids), (slot) => table.seqs[slot]!);
    const foundNotes = set
      .among(vector, seqs, { headsOnly, withArchived })
      .sort((one, other) => other.best.score - one.best.score);
    return hits({ snapshot, table }, vector, foundNotes, 0);
  });
}

/** Returns up to `limit` head vectors, evenly spread over the user's notes in the order of their writing. */
export async function sampleHeads({ reader, table, set }: VectorSearchDeps, limit: number): Promise<Float32Array[]> {
  await set.load();
  return reader.read((snapshot) => {
    set.follow(snapshot);
    const heads = set.heads();
    const step = Math.max(1, heads.length / limit);
    const sample = Array.from(
      { length: Math.min(limit, heads.length) },
      (_, index) => heads[Math.floor(index * step)]!,
    );
    // A cached vector can be gone: restored notes have lost theirs.
    return sample.flatMap((vector) => {
      const data = snapshot.vector(table.user, vector);
      return data === null ? [] : floatsOf(data);
    });
  });
}

interface Moment {
  readonly snapshot: Snapshot;
  readonly table: NoteTable;
}

/** Turns found notes into hits, best first; only the rounding to 8 bits can change their order. */
function hits(moment: Moment, query: Float32Array, foundNotes: readonly FoundNote[], exact: number): VectorHit[] {
  const vectorHits = foundNotes.flatMap(({ seq, best, first }, place): VectorHit | [] => {
    const similarity = similarityOf(moment, query, best, place < exact);
    const cosines = first.map((window) =>
      window.vector === best.vector ? similarity : similarityOf(moment, query, window, false),
    );
    // A cached vector can be gone: restored notes have lost theirs.
    if (similarity === null || !cosines.every((cosine) => cosine !== null)) return [];
    const id = moment.table.ids[moment.table.slotOf(seq)]!;
    const window = { start: best.start, end: best.end };
    return { id, similarity, wholeSimilarity: wholeSimilarity(cosines), window };
  });
  return vectorHits.sort(nearestFirst);
}

function similarityOf(
  { snapshot, table }: Moment,
  query: Float32Array,
  { vector, score, isCoarse }: FoundWindow,
  isExact: boolean,
): number | null {
  if (!isExact && !isCoarse) return Math.min(1, Math.max(-1, score));
  const data = snapshot.vector(table.user, vector);
  return data === null ? null : dot(query, floatsOf(data));
}

/** The cosine, since both vectors are normalised. */
function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += one[index]! * other[index]!;
  return sum;
}
