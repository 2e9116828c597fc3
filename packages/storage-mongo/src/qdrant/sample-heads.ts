import type { VectorIndex } from "@knote/api";
import type { PointPayload } from "./collection.ts";
import { isMissing } from "./qdrant-errors.ts";
import type { SearchParts } from "./search-vectors.ts";

/**
 * Returns head windows in the order of their points' ids. The ids are hashes, so the first ones are a random sample
 * of old and new notes, and the same one each time.
 */
export function createHeadSampling({ line, documents, collections }: SearchParts): VectorIndex["sampleHeads"] {
  return async (userId, name, limit) => {
    const model = await collections.model(name);
    const found = model && (await collections.find(model));
    if (!found) return [];
    const filter = {
      must: [
        { key: "user", match: { value: userId } },
        { key: "head", match: { value: true } },
      ],
    };
    const sampled = new Map<string, Float32Array>();
    let offset: string | number | Record<string, unknown> | null | undefined;
    do {
      const page = { filter, limit, with_payload: true, with_vector: true, ...(offset && { offset }) };
      const { points, next_page_offset } = await line
        .searchFor(userId, (client) => client.scroll(found.collection, page))
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
      const standing = await documents.standing(userId, found.key, notes);
      for (const { note, revision, vector } of heads)
        if (revision >= (standing.get(note)?.leastRevision ?? Infinity)) sampled.set(note, Float32Array.from(vector));
      offset = next_page_offset;
    } while (offset && sampled.size < limit);
    return [...sampled.values()].slice(0, limit);
  };
}
