import type { Storage } from "@knote/api";

/** A storage that records the calls made for each user. */
export interface RecordedStorage {
  readonly storage: Storage;
  /** Returns and clears the user's calls, such as `notes.get`. */
  take(userId: string): string[];
}

type Method = (...args: readonly unknown[]) => unknown;

export function recordStorage(storage: Storage, users: Iterable<string>): RecordedStorage {
  const calls = new Map<unknown, string[]>(Array.from(users, (userId) => [userId, []]));
  const watch = (port: string, methods: object) =>
    Object.fromEntries(
      Object.entries(methods as Record<string, Method>).map(([name, method]) => [
        name,
        (...args: readonly unknown[]) => {
          calls.get(args[0])?.push(`${port}.${name}`);
          return method(...args);
        },
      ]),
    );
  const parts = Object.entries(storage).map(([name, part]) => [
    name,
    typeof part === "object" && part !== null ? watch(name, part) : part,
  ]);
  return {
    // Safe because every port is an object of methods that need no `this`.
    storage: Object.fromEntries(parts) as Storage,
    take: (userId) => calls.get(userId)!.splice(0),
  };
}
