/** Values by key, for so long; of too many the oldest go first. */
export interface Memory<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  forget(key: string): void;
}

export function createMemory<T>({ most, forMs = Infinity }: { most: number; forMs?: number }): Memory<T> {
  const kept = new Map<string, { readonly value: T; readonly until: number }>();
  return {
    get(key) {
      const found = kept.get(key);
      return found !== undefined && found.until > performance.now() ? found.value : undefined;
    },
    set(key, value) {
      // Taken out and put back, so that the oldest are the first.
      kept.delete(key);
      kept.set(key, { value, until: performance.now() + forMs });
      if (kept.size > most) kept.delete(kept.keys().next().value!);
    },
    forget: (key) => void kept.delete(key),
  };
}
