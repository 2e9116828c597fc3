import type { QdrantClient, Schemas } from "@qdrant/js-client-rest";
import { isMissing, isTaken } from "./qdrant-errors.ts";

/** The data stored with each vector. A point is one window of a note at one revision. */
export interface PointPayload {
  readonly user: string;
  readonly note: string;
  readonly revision: number;
  readonly head: boolean;
  readonly start: number;
  readonly end: number;
}

const INDEXES: Readonly<Partial<Record<keyof PointPayload, Schemas["PayloadSchemaParams"]>>> = {
  // Stores a user's points together on disk, and builds graphs within a user.
  user: { type: "keyword", is_tenant: true },
  note: { type: "keyword" },
  head: { type: "bool" },
  revision: { type: "integer", lookup: false, range: true },
};

const SHAPE: Omit<Schemas["CreateCollection"], "vectors"> = {
  // Every search is one user's, so graphs link points of one user only.
  hnsw_config: { m: 0, payload_m: 16 },
  quantization_config: { scalar: { type: "int8", quantile: 0.99, always_ram: true } },
  on_disk_payload: true,
};

/** Returns the dimensions of a collection's vectors; null without such a collection. */
export async function dimensionsOf(client: QdrantClient, collection: string): Promise<number | null> {
  try {
    const { vectors } = (await client.getCollection(collection)).config.params;
    // Safe because `makeCollection` gives its vectors no names.
    return (vectors as Schemas["VectorParams"]).size;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Creates the collection and its indexes where missing. Returns whether this call created the collection. */
export async function makeCollection(client: QdrantClient, collection: string, size: number): Promise<boolean> {
  const isNew = await create(client, collection, size);
  const { payload_schema: existingIndexes } = await client.getCollection(collection);
  for (const [field_name, field_schema] of Object.entries(INDEXES)) {
    if (!(field_name in existingIndexes))
      await client.createPayloadIndex(collection, { field_name, field_schema, wait: true });
  }
  return isNew;
}

async function create(client: QdrantClient, collection: string, size: number): Promise<boolean> {
  if ((await client.collectionExists(collection)).exists) return false;
  try {
    await client.createCollection(collection, { ...SHAPE, vectors: { size, distance: "Cosine", on_disk: true } });
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}
