/** Smallest map that is not copied: copying fewer entries takes no time. */
const SMALLEST_SHARED = 2_000;
/** Most changes that are kept beside a map, before it is copied. */
const MOST_CHANGES = 1_000;

interface Layers<Key, Value> {
  readonly base: ReadonlyMap<Key, Value>;
  readonly changes: ReadonlyMap<Key, Value | null>;
}

/** Of maps that share entries with another, what they are made of. */
const layersOf = new WeakMap<ReadonlyMap<unknown, unknown>, Layers<unknown, unknown>>();

/**
 * Returns the map with other values for some keys, null for none. A large map is not copied: the result reads what is
 * unchanged from it, so the map must not change any more. Changed keys come last in no certain order.
 */
export function changeMap<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  changes: ReadonlyMap<Key, Value | null>,
  { smallestShared = SMALLEST_SHARED, mostChanges = MOST_CHANGES } = {},
): ReadonlyMap<Key, Value> {
  // Safe because only this function puts them there.
  const layers = layersOf.get(map) as Layers<Key, Value> | undefined;
  const base = layers?.base ?? map;
  const allChanges = new Map([...(layers?.changes ?? []), ...changes]);
  const changedMap = layerMap({ base, changes: allChanges });
  if (base.size < smallestShared || allChanges.size > mostChanges) return new Map(changedMap);
  layersOf.set(changedMap, { base, changes: allChanges });
  return changedMap;
}

function layerMap<Key, Value>({ base, changes }: Layers<Key, Value>): ReadonlyMap<Key, Value> {
  let { size } = base;
  for (const [key, value] of changes) size += Number(value !== null) - Number(base.has(key));
  function* entries(): Generator<[Key, Value], undefined> {
    for (const entry of base) if (!changes.has(entry[0])) yield entry;
    for (const [key, value] of changes) if (value !== null) yield [key, value];
  }
  const map: ReadonlyMap<Key, Value> = {
    size,
    get(key) {
      const change = changes.get(key);
      return change === undefined ? base.get(key) : (change ?? undefined);
    },
    has: (key) => map.get(key) !== undefined,
    forEach(callback) {
      for (const [key, value] of entries()) callback(value, key, map);
    },
    entries,
    keys: () => entries().map(([key]) => key),
    values: () => entries().map(([, value]) => value),
    [Symbol.iterator]: entries,
  };
  return map;
}
