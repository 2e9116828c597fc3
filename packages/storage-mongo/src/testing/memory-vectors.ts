import type { EmbeddedWindow, NearestOptions, SimilarityOptions, VectorHit, VectorIndex } from "@knote/api";
import { wholeSimilarity } from "@knote/api/kit/whole-similarity";
import type { NoteStanding, VectorDocuments } from "../ports/vector-documents.ts";

interface StoredVectors {
  readonly userId: string;
  readonly noteId: string;
  readonly revision: number;
  readonly windows: readonly EmbeddedWindow[];
}

type SearchOptions = Omit<NearestOptions, "limit"> & SimilarityOptions & { readonly ids?: ReadonlySet<string> };

/** Keeps vectors in a map and follows the documents as a vector database does: each search asks which vectors count. */
export function createMemoryVectors(documents: VectorDocuments): VectorIndex {
  const vectors = new Map<string, Map<string, StoredVectors>>();
  const { renew, due, postpone, countPostponed, dueSince, pending } = documents;

  async function keyOf(name: string): Promise<string | null> {
    const { serving, next } = await documents.keptModels();
    return [serving, next].find((model) => model?.name === name)?.key ?? null;
  }

  async function keep(name: string, role: "serving" | "next", signal?: AbortSignal): Promise<void> {
    await documents.keep(name, role, signal);
    const { serving, next } = await documents.keptModels();
    const keptKeys = new Set([serving?.key, next?.key]);
    for (const key of vectors.keys()) if (!keptKeys.has(key)) vectors.delete(key);
  }

  /** Returns the user's vectors that count. */
  async function countingVectors(
    userId: string,
    name: string,
  ): Promise<{ storedVectors: StoredVectors; stands: NoteStanding }[]> {
    const key = await keyOf(name);
    if (key === null) return [];
    const own = [...(vectors.get(key)?.values() ?? [])].filter((storedVectors) => storedVectors.userId === userId);
    const standing = await documents.standing(
      userId,
      key,
      own.map(({ noteId }) => noteId),
    );
    return own.flatMap((storedVectors) => {
      const stands = standing.get(storedVectors.noteId);
      return stands && storedVectors.revision >= stands.leastRevision ? [{ storedVectors, stands }] : [];
    });
  }

  async function hits(
    userId: string,
    model: string,
    vector: Float32Array,
    { headsOnly, ids, createdUpTo, withArchived }: SearchOptions,
  ) {
    const candidates = (await countingVectors(userId, model))
      .filter(({ stands }) => withArchived === true || !stands.archived)
      .filter(({ stands }) => createdUpTo === undefined || stands.createdAt <= createdUpTo);
    return candidates
      .filter(({ storedVectors }) => ids === undefined || ids.has(storedVectors.noteId))
      .map(({ storedVectors }) => bestWindow(storedVectors, vector, headsOnly === true))
      .toSorted((one, other) => other.similarity - one.similarity);
  }

  return {
    ...{ renew, due, postpone, countPostponed, dueSince, pending },
    async models() {
      const { serving, next } = await documents.keptModels();
      return { serving: serving?.name ?? null, next: next?.name ?? null };
    },
    serve: (name, signal) => keep(name, "serving", signal),
    prepare: (name, signal) => keep(name, "next", signal),
    async put(userId, noteId, { model, revision, windows, complete }) {
      const key = await keyOf(model);
      if (key === null || (await documents.admit(userId, noteId, { key, revision })) === null) return false;
      const storedVectors = { userId, noteId, revision, windows: windows.map(copyOf) };
      const isSettled = await documents.settle(userId, noteId, { key, revision, complete });
      const own = vectors.get(key) ?? new Map<string, StoredVectors>();
      vectors.set(key, own);
      if (isSettled && (own.get(noteId)?.revision ?? 0) <= revision) own.set(noteId, storedVectors);
      return isSettled;
    },
    nearest: async (userId, model, vector, { limit, ...options }) =>
      (await hits(userId, model, vector, options)).slice(0, limit),
    similarities: (userId, model, vector, ids, options = {}) =>
      hits(userId, model, vector, { ...options, ids: new Set(ids) }),
    async heads(userId, model, ids) {
      const wantedIds = new Set(ids);
      return new Map(
        (await countingVectors(userId, model)).flatMap(({ storedVectors: { noteId, windows } }) =>
          wantedIds.has(noteId) && windows[0] ? [[noteId, windows[0].vector.slice()] as const] : [],
        ),
      );
    },
    async sampleHeads(userId, model, limit) {
      const orderedEntries = (await countingVectors(userId, model)).toSorted((one, other) =>
        one.storedVectors.noteId < other.storedVectors.noteId ? -1 : 1,
      );
      const heads = orderedEntries.flatMap(({ storedVectors }) => storedVectors.windows[0] ?? []);
      const step = Math.max(1, heads.length / limit);
      return Array.from({ length: Math.min(limit, heads.length) }, (_, index) =>
        heads[Math.floor(index * step)]!.vector.slice(),
      );
    },
  };
}

function bestWindow({ noteId, windows }: StoredVectors, vector: Float32Array, headsOnly: boolean): VectorHit {
  const similar = windows.slice(0, headsOnly ? 1 : undefined).map(({ start, end, vector: own }) => ({
    similarity: dot(own, vector),
    window: { start, end },
  }));
  const best = similar.reduce((one, other) => (other.similarity > one.similarity ? other : one));
  return { id: noteId, ...best, wholeSimilarity: wholeSimilarity(similar.map(({ similarity }) => similarity)) };
}

/** Cosine: both are normalised. */
function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}

function copyOf({ start, end, vector }: EmbeddedWindow): EmbeddedWindow {
  return { start, end, vector: vector.slice() };
}
