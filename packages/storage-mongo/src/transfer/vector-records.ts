import type { DataTransfer, VectorRecord } from "@knote/api";
import { inBatches } from "../mongo/batches.ts";
import type { Collections } from "../mongo/collections/collections.ts";
import type { NoteDocument } from "../mongo/collections/notes.ts";
import type { KeptModelFields } from "../mongo/collections/installation.ts";
import { modelIn, type KeptModelsRegister } from "../mongo/outbox/kept-models.ts";
import type { Owners } from "../mongo/stores/owners.ts";
import type { PointPayload } from "../qdrant/collection.ts";
import type { ModelCollections } from "../qdrant/model-collections.ts";
import type { QdrantLine } from "../qdrant/qdrant-line.ts";

const POINTS_AT_ONCE = 500;

type Point = PointPayload & { readonly vector: readonly number[] };

interface VectorRecordsDeps {
  readonly collections: Pick<Collections, "notes">;
  readonly owners: Owners;
  readonly models: Pick<KeptModelsRegister, "read">;
  readonly line: QdrantLine;
  readonly vectorCollections: ModelCollections;
}

/** Reads notes' vectors; the documents decide which points count. */
export function createVectorRecords(parts: VectorRecordsDeps): DataTransfer["vectors"] {
  const { collections, owners, models, line, vectorCollections } = parts;

  async function documentsOf(userId: string, ids: readonly string[]) {
    const projection = { textRevision: 1, done: 1, vectors: 1 };
    return await inBatches(ids, (batch) =>
      collections.notes.find({ _id: { $in: batch }, userId, live: true }, { projection }).toArray(),
    );
  }

  async function pointsOf(collection: string, userId: string, noteIds: readonly string[]): Promise<Point[]> {
    const filter = {
      must: [
        { key: "user", match: { value: userId } },
        { key: "note", match: { any: [...noteIds] } },
      ],
    };
    const allPoints: Point[] = [];
    let offset: string | number | Record<string, unknown> | null | undefined;
    do {
      const page = { filter, limit: POINTS_AT_ONCE, with_payload: true, with_vector: true, ...(offset && { offset }) };
      const { points, next_page_offset } = await line.search((client) => client.scroll(collection, page));
      // Safe because only `createPut` writes points.
      allPoints.push(
        ...points.map(({ payload, vector }) => ({
          ...(payload as unknown as PointPayload),
          vector: vector as number[],
        })),
      );
      offset = next_page_offset;
    } while (offset);
    return allPoints;
  }

  return async (sub, name, noteIds) => {
    const [owner, number] = [await owners.find(sub), modelIn(await models.read(), name)];
    const model = await vectorCollections.model(name);
    const modelCollection = model && (await vectorCollections.find(model));
    if (!owner || !number || !modelCollection || noteIds.length === 0) return [];
    const documents = await documentsOf(owner.id, noteIds);
    const points = Map.groupBy(await pointsOf(modelCollection.collection, sub, noteIds), ({ note }) => note);
    return documents.flatMap((document) => recordOf(document, number, points.get(document._id) ?? []));
  };
}

/** Returns no record when the points of the present text are missing. */
function recordOf(
  { _id, textRevision, done, vectors }: NoteDocument,
  { number }: KeptModelFields,
  points: readonly Point[],
): VectorRecord[] {
  const revision = Math.max(textRevision, vectors[`m${number}`] ?? 0);
  const counting = points.filter((point) => point.revision === revision).toSorted(headFirst);
  if (counting.length === 0) return [];
  const windows = counting.map(({ start, end, vector }) => ({ start, end, vector: Float32Array.from(vector) }));
  return [{ noteId: _id, revision, complete: done.includes(number), windows }];
}

function headFirst(one: Point, other: Point): number {
  return Number(other.head) - Number(one.head) || one.start - other.start;
}
