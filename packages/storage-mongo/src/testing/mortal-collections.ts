import type { Collections } from "../mongo/collections/collections.ts";

const WRITES = new Set(["insertOne", "insertMany", "updateOne", "findOneAndUpdate", "deleteOne", "deleteMany"]);

/** When a process dies: with a write, `before` it reached the server or `after`, so that its answer is lost. */
export interface Death {
  /** Writes that succeed; the next one is the last. */
  readonly writes: number;
  readonly when: "before" | "after";
}

/** Returns the collections of a process that dies: later writes fail and change nothing. */
export function mortalCollections(collections: Collections, { writes, when }: Death): Collections {
  let writesLeft = writes;
  const killedError = () => new Error("The process was killed.");
  const mortal = <T extends object>(collection: T): T =>
    new Proxy(collection, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        if (!WRITES.has(String(name))) return member.bind(target);
        return async (...input: unknown[]): Promise<unknown> => {
          const isLast = writesLeft-- === 0;
          if (writesLeft < -1 || (isLast && when === "before")) throw killedError();
          const answer: unknown = await member.apply(target, input);
          if (isLast) throw killedError();
          return answer;
        };
      },
    });
  // Safe because each collection keeps its name and methods.
  return Object.fromEntries(
    Object.entries(collections).map(([name, collection]) => [name, mortal(collection as object)]),
  ) as unknown as Collections;
}
