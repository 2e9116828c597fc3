/** Returns an in-memory `Storage`, for tests outside a browser. */
export function memoryStorage(): Storage {
  const valuesByKey = new Map<string, string>();
  return {
    get length() {
      return valuesByKey.size;
    },
    key: (index) => [...valuesByKey.keys()][index] ?? null,
    getItem: (key) => valuesByKey.get(key) ?? null,
    setItem: (key, value) => void valuesByKey.set(key, value),
    removeItem: (key) => void valuesByKey.delete(key),
    clear: () => valuesByKey.clear(),
  };
}
