/**
 * Returns a store with these methods alone: any other would read the present, or write into the past. They throw, as
 * no caller may reach them.
 */
export function readsOnly<Store extends object>(store: Store, methods: Partial<Store>): Store {
  const refusals = Object.keys(store).map((name) => [name, () => refuse(name)]);
  // Safe because every method of the store has a value.
  return { ...(Object.fromEntries(refusals) as Store), ...methods };
}

function refuse(name: string): never {
  throw new TypeError(`${name} has no past.`);
}
