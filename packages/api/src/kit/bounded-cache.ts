/** Values by key, for a while; of too many, those that were set longest ago go first. */
export interface BoundedCache<K, V> {
  get(key: K): V | undefined;
  /** Also makes the value the newest one and begins its time again. */
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
}

interface Bounds {
  readonly most: number;
  readonly forMs?: number;
}

export function createBoundedCache<K, V>({ most, forMs = Infinity }: Bounds): BoundedCache<K, V> {
  const kept = new Map<K, { readonly value: V; readonly until: number }>();
  return {
    get(key) {
      const found = kept.get(key);
      // Where nothing ages, nobody asks what time it is.
      return found !== undefined && (found.until === Infinity || found.until > performance.now())
        ? found.value
        : undefined;
    },
    set(key, value) {
      // Taken out and put back, so that the oldest are the first.
      kept.delete(key);
      kept.set(key, { value, until: forMs === Infinity ? Infinity : performance.now() + forMs });
      if (kept.size > most) kept.delete(kept.keys().next().value!);
    },
    delete: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}
