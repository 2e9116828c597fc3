type Methods = Record<string, (...input: never[]) => Promise<unknown>>;

/** How an engine refuses calls and translates errors. */
export interface StoreGuard {
  isOpen(): boolean;
  /** Translates an error of the engine into one of the ports; returns any other error unchanged. */
  toStorageError(error: unknown): unknown;
  unavailable(message: string, cause?: unknown): Error;
  /** Collects the running calls, where somebody counts them. */
  readonly underWay?: Set<Promise<unknown>>;
  /** Runs a user's calls one after another, for a store whose methods take the user id first. */
  readonly inTurn?: (userId: string, call: () => Promise<unknown>) => Promise<unknown>;
}

/** Wraps a store's methods: they reject once the storage is closed, and errors of the engine are translated. */
export function guardStore<T extends object>(store: T, guard: StoreGuard): T {
  const guardedMethods = Object.entries(store as unknown as Methods).map(([name, method]) => [
    name,
    async (...input: never[]) => {
      if (!guard.isOpen()) throw guard.unavailable("Storage is closed.");
      const call = guard.inTurn ? guard.inTurn(String(input[0]), () => method(...input)) : method(...input);
      guard.underWay?.add(call);
      try {
        return await call;
      } catch (error) {
        throw guard.isOpen() ? guard.toStorageError(error) : guard.unavailable("Storage is closed.", error);
      } finally {
        guard.underWay?.delete(call);
      }
    },
  ]);
  // Safe because every method returns a promise and keeps its name.
  return Object.fromEntries(guardedMethods) as T;
}
