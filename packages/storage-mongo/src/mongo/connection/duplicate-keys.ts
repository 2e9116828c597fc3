import { mongo } from "mongoose";

const DUPLICATE_KEY = 11_000;

export function isDuplicate(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;
}

export function ignoreDuplicate(error: unknown): void {
  if (!isDuplicate(error)) throw error;
}

/** Of calls that make one document at once, all but the first find that another was faster, and then its document. */
export async function againOnDuplicate<T>(write: () => Promise<T>): Promise<T> {
  return await write().catch((error: unknown) => {
    ignoreDuplicate(error);
    return write();
  });
}

/** Those of the documents that are stored now; the others were not, as an index says that they are there. */
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
    const refused = new Set([error.writeErrors].flat().map(({ index }) => index));
    return documents.filter((_, index) => !refused.has(index));
  }
}
