import type { QdrantClient, Schemas } from "@qdrant/js-client-rest";
import { isMissing, isTaken } from "./qdrant-errors.ts";

/** What stands beside each vector. A point is one window of a note at one revision. */
export interface PointPayload {
  readonly user: string;
  readonly note: string;
  readonly revision: number;
  readonly head: boolean;
  readonly start: number;
  readonly end: number;
}

const INDEXES: Readonly<Partial<Record<keyof PointPayload, Schemas["PayloadSchemaParams"]>>> = {
  // Points of one user stand together on disk, and graphs are built within a user.
  user: { type: "keyword", is_tenant: true },
  note: { type: "keyword" },
  head: { type: "bool" },
  revision: { type: "integer", lookup: false, range: true },
};

const SHAPE: Omit<Schemas["CreateCollection"], "vectors"> = {
  // Every search is one user's: links are made among a user's points alone, none among all.
  hnsw_config: { m: 0, payload_m: 16 },
  quantization_config: { scalar: { type: "int8", quantile: 0.99, always_ram: true } },
  on_disk_payload: true,
};

/** How long the vectors of a collection are; null when there is no such collection. */
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

/** Makes the collection with its indexes where it is not there, or not whole. Returns whether it was this call that made it. */
export async function makeCollection(client: QdrantClient, collection: string, size: number): Promise<boolean> {
  const isNew = await create(client, collection, size);
  const { payload_schema: indexed } = await client.getCollection(collection);
  for (const [field_name, field_schema] of Object.entries(INDEXES)) {
    if (!(field_name in indexed)) await client.createPayloadIndex(collection, { field_name, field_schema, wait: true });
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
