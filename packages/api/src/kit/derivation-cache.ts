/** Remembers what was derived from a version of its source, until another version of the source is read. */
export interface DerivationCache<Value> {
  /**
   * Returns what was derived for the key from this version of its source, or derives it. `derive` gets what was derived
   * from an earlier version, unless that is too old.
   */
  of(key: string, version: string, derive: (earlier: Value | undefined) => Derivation<Value>): Value;
  /** Forgets a key, or all keys that `matches` accepts. */
  forget(matches: string | ((key: string) => boolean)): void;
}

export interface Derivation<Value> {
  /** Usually a promise, or an object of promises: callers at the same time share it. */
  readonly value: Value;
  /** How much the value holds, once it is known. When this fails, the value is forgotten. */
  readonly size: Promise<number>;
}

interface Bounds {
  /** Most values. */
  readonly most?: number;
  /** Most that all values hold together, in the unit of their sizes. The newest value always stays. */
  readonly mostInAll?: number;
  /** Longest life of a value, in milliseconds. */
  readonly forMs?: number;
}

interface Entry<Value> {
  readonly version: string;
  readonly until: number;
  readonly value: Value;
  /** 0 until it is known. */
  size: number;
}

export function createDerivationCache<Value>({
  most = Infinity,
  mostInAll = Infinity,
  forMs = Infinity,
}: Bounds): DerivationCache<Value> {
  const entries = new Map<string, Entry<Value>>();

  function setNewest(key: string, entry: Entry<Value>): void {
    entries.delete(key);
    entries.set(key, entry);
  }

  /** Drops the entries that were used longest ago, but not the newest. */
  function dropOldest(newest: Entry<Value>): void {
    let total = entries.values().reduce((sum, { size }) => sum + size, 0);
    for (const [key, entry] of entries) {
      if (entries.size <= most && total <= mostInAll) return;
      if (entry === newest) continue;
      entries.delete(key);
      total -= entry.size;
    }
  }

  async function settle(key: string, entry: Entry<Value>, size: Promise<number>): Promise<void> {
    try {
      entry.size = await size;
      dropOldest(entry);
    } catch {
      if (entries.get(key) === entry) entries.delete(key);
    }
  }

  return {
    of(key, version, derive) {
      const found = entries.get(key);
      const earlier = found && found.until > performance.now() ? found : undefined;
      if (earlier?.version === version) {
        setNewest(key, earlier);
        return earlier.value;
      }
      const { value, size } = derive(earlier?.value);
      const entry = { version, until: performance.now() + forMs, value, size: 0 };
      setNewest(key, entry);
      void settle(key, entry, size);
      return value;
    },
    forget(matches) {
      if (typeof matches === "string") return void entries.delete(matches);
      for (const key of entries.keys()) if (matches(key)) entries.delete(key);
    },
  };
}
