import type { Storage } from "@knote/api";

/** Runs a write, or refuses it. */
export type WriteGuard = <T>(write: () => Promise<T>) => Promise<T>;

/** The writes that change a user's data for good. Those that only return a reservation or claim are not guarded. */
const WRITES = {
  notes: ["insert", "insertLinked", "insertMany", "update", "delete", "restore", "purge"],
  links: ["insert", "insertMany", "delete", "replace"],
  looks: ["put", "remove"],
  stances: ["add"],
  operations: ["begin", "advance", "remove"],
  vectors: ["put"],
  activity: ["append"],
  quota: ["reserve", "settle", "warnOnce"],
  idempotency: ["claim", "complete"],
  webhooks: ["insert", "change", "add", "resend"],
} as const satisfies { readonly [Store in keyof Storage]?: readonly (keyof Storage[Store])[] };

type Method = (...input: unknown[]) => Promise<unknown>;

/** Wraps the storage so that the guard runs before every write. */
export function guardStorage(storage: Storage, guard: WriteGuard): Storage {
  const guardedStores = Object.entries(WRITES).map(([store, methods]) => [
    store,
    guardStore(storage[store as keyof typeof WRITES], methods, guard),
  ]);
  // Safe because the wrapped stores inherit all methods.
  return Object.assign(Object.create(storage), Object.fromEntries(guardedStores)) as Storage;
}

function guardStore(store: object, methods: readonly string[], guard: WriteGuard): object {
  // Safe because all names are asynchronous methods of the store.
  const target = store as Record<string, Method>;
  const guardedStore = Object.create(target) as Record<string, Method>;
  for (const name of methods) guardedStore[name] = (...input) => guard(() => target[name]!(...input));
  return guardedStore;
}
