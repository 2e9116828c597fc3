import type { UserLanes } from "../user-lanes.ts";
import { toStorageError, unavailable } from "./connection/mongo-errors.ts";

type Methods = Record<string, (...input: never[]) => Promise<unknown>>;

/** Calls that are under way. */
export type UnderWay = Set<Promise<unknown>>;

interface Guard {
  readonly isOpen: () => boolean;
  readonly underWay: UnderWay;
  /** For a store whose methods take a user's id first: a user's calls go through the user's lane. */
  readonly lanes?: UserLanes;
}

/** The same methods: refused once the storage is closed, and with MongoDB's errors in words of the ports. */
export function guardStore<T extends object>(store: T, { isOpen, underWay, lanes }: Guard): T {
  const guarded = Object.entries(store as unknown as Methods).map(([name, method]) => [
    name,
    async (...input: never[]) => {
      if (!isOpen()) throw unavailable("Storage is closed.");
      const call = lanes ? lanes.run(String(input[0]), () => method(...input)) : method(...input);
      underWay.add(call);
      try {
        return await call;
      } catch (error) {
        throw isOpen() ? toStorageError(error) : unavailable("Storage is closed.", error);
      } finally {
        underWay.delete(call);
      }
    },
  ]);
  // Safe because every method answers a promise and keeps its name.
  return Object.fromEntries(guarded) as T;
}
