import { mongo } from "mongoose";

const DUPLICATE_KEY = 11_000;

export function isDuplicate(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;
}

export function ignoreDuplicate(error: unknown): void {
  if (!isDuplicate(error)) throw error;
}

/**
 * Runs `change`; when it finds no document, inserts the seed and runs it again. An upsert would need one command less,
 * but of two concurrent upserts that find nothing, some servers lose one or keep refusing it.
 */
export async function changeSeeded<T extends { _id: string }, R>(
  collection: mongo.Collection<T>,
  seed: T,
  change: () => Promise<R | null>,
): Promise<R | null> {
  const result = await change();
  if (result !== null) return result;
  // Safe because every document brings its id.
  await collection.insertOne(seed as unknown as mongo.OptionalUnlessRequiredId<T>).catch(ignoreDuplicate);
  return await change();
}

/** Inserts documents and returns the stored ones; the others violate a unique index. */
export async function insertNew<T extends { _id: string }>(
  collection: mongo.Collection<T>,
  documents: readonly T[],
): Promise<T[]> {
  if (documents.length === 0) return [];
  try {
    // Safe because every document brings its id.
    await collection.insertMany(documents as unknown as mongo.OptionalUnlessRequiredId<T>[], { ordered: false });
    return [...documents];
  } catch (error) {
    if (!(error instanceof mongo.MongoBulkWriteError) || !isDuplicate(error)) throw error;
    const refusedIndexes = new Set([error.writeErrors].flat().map(({ index }) => index));
    return documents.filter((_, index) => !refusedIndexes.has(index));
  }
}
