/** A set of callbacks for one kind of event. */
export interface Listeners<Args extends unknown[]> {
  /** Adds a listener; the returned function removes it. */
  add(listener: (...args: Args) => void): () => void;
  notify(...args: Args): void;
}

export function createListeners<Args extends unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(...args) {
      for (const listener of listeners) listener(...args);
    },
  };
}
