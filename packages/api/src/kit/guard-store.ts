type Methods = Record<string, (...input: never[]) => Promise<unknown>>;

/** How one engine refuses and explains. */
export interface StoreGuard {
  isOpen(): boolean;
  /** Returns the engine's error in words of the ports, and any other as it is. */
  toStorageError(error: unknown): unknown;
  unavailable(message: string, cause?: unknown): Error;
  /** Holds the calls that are under way, where somebody counts them. */
  readonly underWay?: Set<Promise<unknown>>;
  /** Makes a user's calls wait for each other, for a store whose methods take a user's id first. */
  readonly inTurn?: (userId: string, call: () => Promise<unknown>) => Promise<unknown>;
}

/** The same methods: refused once the storage is closed, and with the engine's errors in words of the ports. */
export function guardStore<T extends object>(store: T, guard: StoreGuard): T {
  const guarded = Object.entries(store as unknown as Methods).map(([name, method]) => [
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
  return Object.fromEntries(guarded) as T;
}
