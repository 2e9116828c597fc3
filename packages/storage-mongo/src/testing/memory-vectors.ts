import type { EmbeddedWindow, NearestOptions, VectorHit, VectorIndex } from "@knote/api";
import type { VectorDocuments } from "../ports/vector-documents.ts";

interface Stored {
  readonly userId: string;
  readonly noteId: string;
  readonly revision: number;
  readonly windows: readonly EmbeddedWindow[];
}

type Asked = Pick<NearestOptions, "headsOnly"> & { readonly ids?: ReadonlySet<string> };

/** Keeps vectors in a map and follows the documents as a vector database does: each search asks which vectors count. */
export function createMemoryVectors(documents: VectorDocuments): VectorIndex {
  const vectors = new Map<string, Map<string, Stored>>();
  const { renew, due, postpone, postponed, dueSince, pending } = documents;

  async function keyOf(name: string): Promise<string | null> {
    const { serving, next } = await documents.kept();
    return [serving, next].find((model) => model?.name === name)?.key ?? null;
  }

  async function keep(name: string, role: "serving" | "next", signal?: AbortSignal): Promise<void> {
    await documents.keep(name, role, signal);
    const { serving, next } = await documents.kept();
    const kept = new Set([serving?.key, next?.key]);
    for (const key of vectors.keys()) if (!kept.has(key)) vectors.delete(key);
  }

  /** Returns the user's vectors that count. */
  async function counting(userId: string, name: string): Promise<{ stored: Stored; archived: boolean }[]> {
    const key = await keyOf(name);
    if (key === null) return [];
    const own = [...(vectors.get(key)?.values() ?? [])].filter((stored) => stored.userId === userId);
    const standing = await documents.standing(
      userId,
      key,
      own.map(({ noteId }) => noteId),
    );
    return own.flatMap((stored) => {
      const stands = standing.get(stored.noteId);
      return stands && stored.revision >= stands.leastRevision ? [{ stored, archived: stands.archived }] : [];
    });
  }

  async function hits(userId: string, model: string, vector: Float32Array, { headsOnly, ids }: Asked) {
    const found = (await counting(userId, model)).filter(({ archived }) => !archived);
    return found
      .filter(({ stored }) => ids === undefined || ids.has(stored.noteId))
      .map(({ stored }) => bestWindow(stored, vector, headsOnly === true))
      .toSorted((one, other) => other.similarity - one.similarity);
  }

  return {
    ...{ renew, due, postpone, postponed, dueSince, pending },
    async models() {
      const { serving, next } = await documents.kept();
      return { serving: serving?.name ?? null, next: next?.name ?? null };
    },
    serve: (name, signal) => keep(name, "serving", signal),
    prepare: (name, signal) => keep(name, "next", signal),
    async put(userId, noteId, { model, revision, windows, complete }) {
      const key = await keyOf(model);
      if (key === null || (await documents.admit(userId, noteId, { key, revision })) === null) return false;
      const stored = { userId, noteId, revision, windows: windows.map(copyOf) };
      const settled = await documents.settle(userId, noteId, { key, revision, complete });
      const own = vectors.get(key) ?? new Map<string, Stored>();
      vectors.set(key, own);
      if (settled && (own.get(noteId)?.revision ?? 0) <= revision) own.set(noteId, stored);
      return settled;
    },
    nearest: async (userId, model, vector, { limit, ...asked }) =>
      (await hits(userId, model, vector, asked)).slice(0, limit),
    similarities: (userId, model, vector, ids, asked = {}) =>
      hits(userId, model, vector, { ...asked, ids: new Set(ids) }),
    async sampleHeads(userId, model, limit) {
      const found = (await counting(userId, model)).toSorted((one, other) =>
        one.stored.noteId < other.stored.noteId ? -1 : 1,
      );
      const heads = found.flatMap(({ stored }) => stored.windows[0] ?? []);
      const step = Math.max(1, heads.length / limit);
      return Array.from({ length: Math.min(limit, heads.length) }, (_, index) =>
        heads[Math.floor(index * step)]!.vector.slice(),
      );
    },
  };
}

function bestWindow({ noteId, windows }: Stored, vector: Float32Array, headsOnly: boolean): VectorHit {
  const similar = windows.slice(0, headsOnly ? 1 : undefined).map(({ start, end, vector: own }) => ({
    similarity: dot(own, vector),
    window: { start, end },
  }));
  const best = similar.reduce((one, other) => (other.similarity > one.similarity ? other : one));
  return { id: noteId, ...best, headSimilarity: dot(windows[0]!.vector, vector) };
}

/** Cosine: both are normalised. */
function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}

function copyOf({ start, end, vector }: EmbeddedWindow): EmbeddedWindow {
  return { start, end, vector: vector.slice() };
}
