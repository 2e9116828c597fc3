import { mongo } from "mongoose";

/** What servers answer that do not know a stage: MongoDB, Amazon's and others. */
const UNKNOWN_STAGE = [40_324, 304, 238];

/** What all pipelines over one collection give, one after another. */
export type Union = <T extends mongo.Document>(pipelines: readonly mongo.Document[][]) => Promise<T[]>;

/** One command for all pipelines, each of which uses its own index; where the server cannot, one for each, at once. */
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
