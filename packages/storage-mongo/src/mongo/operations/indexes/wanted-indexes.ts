import type { mongo } from "mongoose";
import { SCHEMAS, type CollectionName } from "../../collections/collections.ts";

export interface WantedIndex {
  readonly collection: CollectionName;
  readonly name: string;
  readonly key: Readonly<Record<string, number>>;
  readonly unique: boolean;
  readonly options: Pick<mongo.IndexDescription, "unique" | "partialFilterExpression" | "expireAfterSeconds">;
}

/** Every index that the schemas declare. */
export const WANTED_INDEXES: readonly WantedIndex[] = Object.entries(SCHEMAS).flatMap(([collection, schema]) =>
  schema.indexes().map(([key, { name, background: _, ...options }]) => ({
    // Safe because these are the keys of SCHEMAS, every index of which has a name and fields that go up or down.
    collection: collection as CollectionName,
    name: name!,
    key: key as Record<string, number>,
    unique: options.unique === true,
    options: options as WantedIndex["options"],
  })),
);
