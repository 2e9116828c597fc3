import { toStorageError, unavailable } from "./database/sqlite-errors.ts";

type Methods = Record<string, (...input: never[]) => Promise<unknown>>;

/** The same methods: refused once the storage is closed, and with SQLite's errors in words of the ports. */
export function guardStore<T extends object>(store: T, isOpen: () => boolean): T {
  const guarded = Object.entries(store as unknown as Methods).map(([name, method]) => [
    name,
    async (...input: never[]) => {
      if (!isOpen()) throw unavailable("Storage is closed.");
      try {
        return await method(...input);
      } catch (error) {
        throw isOpen() ? toStorageError(error) : unavailable("Storage is closed.", error);
      }
    },
  ]);
  // Safe because every method answers a promise and keeps its name.
  return Object.fromEntries(guarded) as T;
}
