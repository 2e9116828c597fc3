import { nearestFirst, type VectorHit, type VectorIndex } from "@knote/api";
import { WINDOWS_OF_WHOLE, wholeSimilarity } from "@knote/api/kit/whole-similarity";
import type { Schemas } from "@qdrant/js-client-rest";
import { bestWindows, type BestWindowsOptions, type Exclusions, type FoundWindow } from "./best-windows.ts";
import type { PointPayload } from "./collection.ts";
import type { ModelCollection, ModelCollections } from "./model-collections.ts";
import { pointId } from "./point-id.ts";
import { isMissing } from "./qdrant-errors.ts";
import type { QdrantLine } from "./qdrant-line.ts";
import type { NoteStanding, VectorDocuments } from "../ports/vector-documents.ts";

/** Extra windows to request, as long notes have several. */
const SPARE = 40;
const IDS_AT_ONCE = 500;
const WINDOWS_A_NOTE = 4;

/** Preselects twice as many points at 8 bits and ranks them by the stored vectors. */
const APPROXIMATE: Schemas["SearchParams"] = { hnsw_ef: 256, quantization: { rescore: true, oversampling: 2 } };
/** Compares each point in full, where there are few. */
const EXACT: Schemas["SearchParams"] = { exact: true };

export interface VectorSearchDeps {
  readonly line: QdrantLine;
  readonly documents: VectorDocuments;
  readonly collections: ModelCollections;
}

type Condition = Schemas["Condition"];

interface Search {
  readonly userId: string;
  readonly vector: Float32Array;
  readonly must: readonly Condition[];
  readonly params: Schemas["SearchParams"];
}

export function createVectorSearch({
  line,
  documents,
  collections,
}: VectorSearchDeps): Pick<VectorIndex, "nearest" | "similarities"> {
  /** Returns the collection to search; null when it has no vectors of this length. */
  async function collectionFor(name: string, vector: Float32Array): Promise<ModelCollection | null> {
    const model = await collections.model(name);
    const modelCollection = model && (await collections.find(model));
    return modelCollection?.dimensions === vector.length ? modelCollection : null;
  }

  function ask({ collection }: ModelCollection, { userId, vector, must, params }: Search) {
    return async (limit: number, exclusions: Exclusions): Promise<FoundWindow[]> => {
      const filter = { must: [ofUser(userId), ...must], must_not: without(exclusions) };
      const request = { query: [...vector], filter, params, limit, with_payload: true };
      const { points } = await line.searchFor(userId, (client) => client.query(collection, request));
      return points.map(foundWindow);
    };
  }

  /** Returns by note how near it is as a whole, from the windows of the same revision. */
  async function wholes(
    { collection }: ModelCollection,
    { userId, vector }: Search,
    best: readonly FoundWindow[],
  ): Promise<Map<string, number>> {
    const pointsOf = ({ note, revision }: FoundWindow) =>
      Array.from({ length: WINDOWS_OF_WHOLE }, (_, index) => pointId(note, index, revision));
    const pointsByNote = new Map(best.map((window) => [window.note, pointsOf(window)]));
    const ids = [...pointsByNote.values()].flat();
    if (ids.length === 0) return new Map();
    const filter = { must: [ofUser(userId), { has_id: ids }] };
    // Without payloads, which are on disk: the ids tell notes and windows.
    const request = { query: [...vector], filter, params: EXACT, limit: ids.length, with_payload: false };
    const { points } = await line.searchFor(userId, (client) => client.query(collection, request));
    const cosines = new Map(points.map(({ id, score }) => [String(id), clip(score)]));
    return new Map(
      [...pointsByNote].flatMap(([note, own]) => {
        const similarities = own.flatMap((point) => cosines.get(point) ?? []);
        return similarities.length === 0 ? [] : [[note, wholeSimilarity(similarities)] as const];
      }),
    );
  }

  async function hits(
    modelCollection: ModelCollection,
    search: Search,
    options: { headsOnly: boolean } & Pick<BestWindowsOptions, "notes" | "first" | "standing" | "isWanted">,
  ) {
    const { headsOnly, ...limits } = options;
    const must = headsOnly ? [...search.must, { key: "head", match: { value: true } }] : search.must;
    const best = await bestWindows({ ask: ask(modelCollection, { ...search, must }), ...limits });
    const near = headsOnly ? null : await wholes(modelCollection, search, best);
    return best.map((window) => hit(window, near?.get(window.note) ?? window.similarity));
  }

  /** Searches a model's collection. A missing one has no hits; the indexer creates it again. */
  async function within(
    name: string,
    vector: Float32Array,
    work: (modelCollection: ModelCollection) => Promise<VectorHit[]>,
  ) {
    const modelCollection = await collectionFor(name, vector);
    if (modelCollection === null) return [];
    try {
      return (await work(modelCollection)).toSorted(nearestFirst);
    } catch (error) {
      if (!isMissing(error)) throw error;
      collections.forget(modelCollection);
      return [];
    }
  }

  return {
    nearest: (userId, model, vector, { limit, headsOnly = false, createdUpTo }) =>
      within(model, vector, (modelCollection) => {
        const first = limit + SPARE;
        const standing: BestWindowsOptions["standing"] = (notes) =>
          documents.standing(userId, modelCollection.key, notes);
        const search = { userId, vector, must: [], params: APPROXIMATE };
        const isWanted = ({ archived, createdAt }: NoteStanding) =>
          !archived && (createdUpTo === undefined || createdAt <= createdUpTo);
        return hits(modelCollection, search, { notes: limit, first, headsOnly, standing, isWanted });
      }),
    similarities: (userId, model, vector, ids, { headsOnly = false, withArchived = false } = {}) =>
      within(model, vector, async (modelCollection) => {
        const parts = portions([...new Set(ids)]).map((part) => {
          const must = [{ key: "note", match: { any: part } }];
          const first = part.length * (headsOnly ? 1 : WINDOWS_A_NOTE) + SPARE;
          // Read during the search, as the notes are known.
          const standings = documents.standing(userId, modelCollection.key, part);
          standings.catch(() => undefined);
          const isWanted = ({ archived }: NoteStanding) => withArchived || !archived;
          const options = { notes: part.length, first, headsOnly, standing: () => standings, isWanted };
          return hits(modelCollection, { userId, vector, must, params: EXACT }, options);
        });
        return (await Promise.all(parts)).flat();
      }),
  };
}

function portions(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / IDS_AT_ONCE);
  return Array.from({ length: count }, (_, index) => ids.slice(index * IDS_AT_ONCE, (index + 1) * IDS_AT_ONCE));
}

function ofUser(userId: string): Condition {
  return { key: "user", match: { value: userId } };
}

function without({ notes, points }: Exclusions): Condition[] {
  const conditions: Condition[] = [];
  if (notes.length > 0) conditions.push({ key: "note", match: { any: [...notes] } });
  if (points.length > 0) conditions.push({ has_id: [...points] });
  return conditions;
}

function foundWindow({ id, score, payload }: Schemas["ScoredPoint"]): FoundWindow {
  // Safe because only `createPut` writes points.
  const { note, revision, start, end } = payload as unknown as PointPayload;
  return { point: String(id), note, revision, start, end, similarity: clip(score) };
}

/** Rounding can take a cosine slightly above 1. */
function clip(score: number): number {
  return Math.min(1, Math.max(-1, score));
}

function hit({ note, similarity, start, end }: FoundWindow, whole: number): VectorHit {
  return { id: note, similarity, wholeSimilarity: whole, window: { start, end } };
}
