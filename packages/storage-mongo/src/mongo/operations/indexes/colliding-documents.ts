import type { mongo } from "mongoose";
import type { WantedIndex } from "./wanted-indexes.ts";

const MOST_NAMED = 5;

/** Returns the first few pairs of ids of documents that violate a unique index. */
export async function collidingDocuments(database: mongo.Db, { collection, key, options }: WantedIndex) {
  const fields = Object.fromEntries(Object.keys(key).map((field) => [field, `$${field}`]));
  const pairs = database
    .collection(collection)
    .aggregate<{ one: string; other: string }>(
      [
        { $match: options.partialFilterExpression ?? {} },
        { $group: { _id: fields, one: { $min: "$_id" }, other: { $max: "$_id" }, documents: { $sum: 1 } } },
        { $match: { documents: { $gt: 1 } } },
        { $limit: MOST_NAMED },
      ],
      { allowDiskUse: true },
    );
  return (await pairs.toArray()).map(({ one, other }) => `${one} and ${other}`);
}
