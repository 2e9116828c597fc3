import type { mongo } from "mongoose";

/** Position of the options parameter of each collection method. */
const OPTIONS_AT: Readonly<Record<string, number>> = {
  aggregate: 1,
  bulkWrite: 1,
  countDocuments: 1,
  deleteMany: 1,
  deleteOne: 1,
  distinct: 2,
  estimatedDocumentCount: 0,
  find: 1,
  findOne: 1,
  findOneAndDelete: 1,
  findOneAndReplace: 2,
  findOneAndUpdate: 2,
  insertMany: 1,
  insertOne: 1,
  replaceOne: 2,
  updateMany: 2,
  updateOne: 2,
};

/** Returns the collection with a time limit, after which the server gives up each command. */
export function limitTime<T extends mongo.Document>(
  collection: mongo.Collection<T>,
  maxTimeMS: number,
): mongo.Collection<T> {
  return new Proxy(collection, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      const place = OPTIONS_AT[String(name)];
      if (place === undefined) return member.bind(target);
      return (...input: unknown[]): unknown => {
        input[place] = { maxTimeMS, ...(input[place] as object | undefined) };
        return member.apply(target, input);
      };
    },
  });
}
