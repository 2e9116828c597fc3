import type { VectorIndex } from "@knote/api";
import type { Schemas } from "@qdrant/js-client-rest";
import type { PointPayload } from "./collection.ts";
import { isMissing } from "./qdrant-errors.ts";
import type { VectorSearchDeps } from "./search-vectors.ts";

/** Notes that one request asks for. */
const NOTES_AT_ONCE = 500;

interface HeadRequest {
  readonly userId: string;
  readonly model: string;
  readonly must: readonly Schemas["Condition"][];
  /** Reads pages of so many points until it has as many notes. */
  readonly limit: number;
}

export function createHeadReads({
  line,
  documents,
  collections,
}: VectorSearchDeps): Pick<VectorIndex, "heads" | "sampleHeads"> {
  /** Reads heads of present texts in the order of their points' ids. */
  async function read({ userId, model: name, must, limit }: HeadRequest): Promise<Map<string, Float32Array>> {
    const model = await collections.model(name);
    const modelCollection = model && (await collections.find(model));
    if (!modelCollection) return new Map();
    const ofHeads = [
      { key: "user", match: { value: userId } },
      { key: "head", match: { value: true } },
    ];
    const filter = { must: [...ofHeads, ...must] };
    const headsByNote = new Map<string, Float32Array>();
    const revisions = new Map<string, number>();
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
      for (const { note, revision, vector } of heads) {
        if (revision < (standing.get(note)?.leastRevision ?? Infinity)) continue;
        if (revision < (revisions.get(note) ?? 0)) continue;
        revisions.set(note, revision);
        headsByNote.set(note, Float32Array.from(vector));
      }
      offset = next_page_offset;
    } while (offset && headsByNote.size < limit);
    return headsByNote;
  }

  return {
    async heads(userId, model, ids) {
      const heads = new Map<string, Float32Array>();
      const distinct = [...new Set(ids)];
      for (let start = 0; start < distinct.length; start += NOTES_AT_ONCE) {
        const any = distinct.slice(start, start + NOTES_AT_ONCE);
        const must = [{ key: "note", match: { any } }];
        for (const [note, head] of await read({ userId, model, must, limit: any.length })) heads.set(note, head);
      }
      return heads;
    },
    /** The points' ids are hashes, so the first ones are a random sample of old and new notes, and the same one each time. */
    async sampleHeads(userId, model, limit) {
      return [...(await read({ userId, model, must: [], limit })).values()].slice(0, limit);
    },
  };
}
