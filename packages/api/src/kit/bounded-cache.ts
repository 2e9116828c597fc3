/** A cache with limited size and age; the entries that were set longest ago are dropped first. */
export interface BoundedCache<K, V> {
  get(key: K): V | undefined;
  /** Makes the value the newest entry and restarts its lifetime. */
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
      // Does not read the clock when entries never expire.
      return found !== undefined && (found.until === Infinity || found.until > performance.now())
        ? found.value
        : undefined;
    },
    set(key, value) {
      // Deleted first, so that the map stays ordered by age.
      kept.delete(key);
      kept.set(key, { value, until: forMs === Infinity ? Infinity : performance.now() + forMs });
      if (kept.size > most) kept.delete(kept.keys().next().value!);
    },
    delete: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}
