type Methods = Record<string, (...input: never[]) => Promise<unknown>>;

/** The same methods; some of them reject where `demand` throws. */
export function demanding<T extends object>(store: T, names: readonly (keyof T & string)[], demand: () => void): T {
  const methods = store as unknown as Methods;
  const refusing = names.map((name) => [
    name,
    async (...input: never[]) => {
      demand();
      return await methods[name]!(...input);
    },
  ]);
  // Safe because every method answers a promise and keeps its name.
  return { ...store, ...Object.fromEntries(refusing) } as T;
}
