/** A set of callbacks for one kind of event. */
export interface Listeners<Heard extends unknown[]> {
  /** Adds a listener; the returned function removes it. */
  add(listener: (...heard: Heard) => void): () => void;
  tell(...heard: Heard): void;
}

export function createListeners<Heard extends unknown[] = []>(): Listeners<Heard> {
  const listeners = new Set<(...heard: Heard) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(...heard) {
      for (const listener of listeners) listener(...heard);
    },
  };
}
