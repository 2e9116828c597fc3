import type { VectorSearchDeps } from "./search-vectors.ts";
import { isMissing } from "./qdrant-errors.ts";

const NOTES_AT_ONCE = 200;

/** Removes the vectors of the notes listed as removed, and returns for how many. */
export function createRemover({
  line,
  documents,
  collections,
}: VectorSearchDeps): (signal?: AbortSignal) => Promise<number> {
  async function remove(noteIds: string[]): Promise<void> {
    const selection = { filter: { must: [{ key: "note", match: { any: noteIds } }] }, wait: true };
    for (const model of await collections.all()) {
      await line
        .write((client) => client.delete(model.collection, selection))
        .catch((error: unknown) => {
          if (!isMissing(error)) throw error;
          collections.forget(model);
        });
    }
    await documents.confirmRemoved(noteIds);
  }

  return async (signal) => {
    for (let removedCount = 0; ;) {
      signal?.throwIfAborted();
      const removals = await documents.removals(NOTES_AT_ONCE);
      if (removals.length === 0) return removedCount;
      await remove(removals);
      removedCount += removals.length;
    }
  };
}
