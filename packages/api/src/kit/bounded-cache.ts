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
  const entries = new Map<K, { readonly value: V; readonly until: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      // Does not read the clock when entries never expire.
      return entry !== undefined && (entry.until === Infinity || entry.until > performance.now())
        ? entry.value
        : undefined;
    },
    set(key, value) {
      // Deleted first, so that the map stays ordered by age.
      entries.delete(key);
      entries.set(key, { value, until: forMs === Infinity ? Infinity : performance.now() + forMs });
      if (entries.size > most) entries.delete(entries.keys().next().value!);
    },
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
