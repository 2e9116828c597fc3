import type { mongo } from "mongoose";
import { compareIndex, type Comparison, type FoundIndex } from "./compare-index.ts";
import { isNoCollection } from "./index-errors.ts";
import type { CollectionName } from "../../collections/collections.ts";
import { WANTED_INDEXES, type WantedIndex } from "./wanted-indexes.ts";

/** Enough for metadata and one document, which a server finds at once. */
const MAX_TIME_MS = 10_000;

export interface IndexStanding extends WantedIndex, Comparison {}

/** Compares every wanted index with the existing ones. */
export async function inspectIndexes(database: mongo.Db): Promise<IndexStanding[]> {
  const collections = [...new Set(WANTED_INDEXES.map(({ collection }) => collection))];
  const looks = collections.map(async (name) => [name, await indexesOf(database, name)] as const);
  const indexesByCollection = new Map<CollectionName, FoundIndex[]>(await Promise.all(looks));
  return WANTED_INDEXES.map((wantedIndex) => ({
    ...wantedIndex,
    ...compareIndex(wantedIndex, indexesByCollection.get(wantedIndex.collection)!),
  }));
}

async function indexesOf(database: mongo.Db, collection: CollectionName): Promise<FoundIndex[]> {
  try {
    return await database.collection(collection).listIndexes({ maxTimeMS: MAX_TIME_MS }).toArray();
  } catch (error) {
    if (isNoCollection(error)) return [];
    throw error;
  }
}

export async function isEmpty(database: mongo.Db, collection: CollectionName): Promise<boolean> {
  return (
    (await database
      .collection(collection)
      .findOne({ _id: { $exists: true } }, { projection: { _id: 1 }, maxTimeMS: MAX_TIME_MS })) === null
  );
}
