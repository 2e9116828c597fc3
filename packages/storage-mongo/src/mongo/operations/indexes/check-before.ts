type Methods = Record<string, (...input: never[]) => Promise<unknown>>;

/** Returns the store with a check before some of its methods, which reject where `check` throws. */
export function checkBefore<T extends object>(store: T, names: readonly (keyof T & string)[], check: () => void): T {
  const methods = store as unknown as Methods;
  const refusing = names.map((name) => [
    name,
    async (...input: never[]) => {
      check();
      return await methods[name]!(...input);
    },
  ]);
  // Safe because every method returns a promise and keeps its name.
  return { ...store, ...Object.fromEntries(refusing) } as T;
}
