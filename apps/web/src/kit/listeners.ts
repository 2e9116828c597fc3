/** Who wants to hear of something. */
export interface Listeners<Heard extends unknown[]> {
  /** Returns how to stop hearing. */
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
