import type { VectorIndex } from "@knote/api";
import type { PointPayload } from "./collection.ts";
import { isMissing } from "./qdrant-errors.ts";
import type { VectorSearchDeps } from "./search-vectors.ts";

/**
 * Returns head windows in the order of their points' ids. The ids are hashes, so the first ones are a random sample
 * of old and new notes, and the same one each time.
 */
export function createHeadSampling({ line, documents, collections }: VectorSearchDeps): VectorIndex["sampleHeads"] {
  return async (userId, name, limit) => {
    const model = await collections.model(name);
    const modelCollection = model && (await collections.find(model));
    if (!modelCollection) return [];
    const filter = {
      must: [
        { key: "user", match: { value: userId } },
        { key: "head", match: { value: true } },
      ],
    };
    const headsByNote = new Map<string, Float32Array>();
    let offset: string | number | Record<string, unknown> | null | undefined;
    do {
      const page = { filter, limit, with_payload: true, with_vector: true, ...(offset && { offset }) };
      const { points, next_page_offset } = await line
        .searchFor(userId, (client) => client.scroll(modelCollection.collection, page))
        .catch((error: unknown) => {
          if (isMissing(error)) return { points: [], next_page_offset: null };
          throw error;
        });
      // Safe because only `createPut` writes points.
      const heads = points.map(({ payload, vector }) => ({
        ...(payload as unknown as PointPayload),
        vector: vector as number[],
      }));
      const notes = heads.map(({ note }) => note);
      const standing = await documents.standing(userId, modelCollection.key, notes);
      for (const { note, revision, vector } of heads)
        if (revision >= (standing.get(note)?.leastRevision ?? Infinity))
          headsByNote.set(note, Float32Array.from(vector));
      offset = next_page_offset;
    } while (offset && headsByNote.size < limit);
    return [...headsByNote.values()].slice(0, limit);
  };
}
