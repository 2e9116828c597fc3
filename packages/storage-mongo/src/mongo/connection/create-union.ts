import { mongo } from "mongoose";

/** Error codes for an unknown stage: of MongoDB, Amazon DocumentDB and others. */
const UNKNOWN_STAGE = [40_324, 304, 238];

/** Runs pipelines over one collection and concatenates their results. */
export type Union = <T extends mongo.Document>(pipelines: readonly mongo.Document[][]) => Promise<T[]>;

/** Sends one command for all pipelines, each of which uses its own index; without `$unionWith`, one for each. */
export function createUnion<D extends mongo.Document>(
  collection: Pick<mongo.Collection<D>, "aggregate" | "collectionName">,
): Union {
  let isKnown = true;

  return async <T extends mongo.Document>(pipelines: readonly mongo.Document[][]) => {
    const ask = (pipeline: mongo.Document[]) => collection.aggregate<T>(pipeline).toArray();
    const [first = [], ...others] = pipelines;
    const unions = others.map((pipeline) => ({ $unionWith: { coll: collection.collectionName, pipeline } }));
    if (isKnown && pipelines.length > 0) {
      try {
        return await ask([...first, ...unions]);
      } catch (error) {
        if (!isUnknownStage(error)) throw error;
        isKnown = false;
      }
    }
    return (await Promise.all(pipelines.map(ask))).flat();
  };
}

function isUnknownStage(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && UNKNOWN_STAGE.includes(Number(error.code));
}
