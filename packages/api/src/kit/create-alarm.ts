/** Listeners that want to know that something is due. */
export interface Alarm {
  /** Calls the listener at every `ring` until the returned function is called. */
  subscribe(listener: () => void): () => void;
  ring(): void;
}

/** Creates an alarm. An error of a listener is reported; it stops neither other listeners nor the write that rang. */
export function createAlarm(warn: (message: string, cause: unknown) => void): Alarm {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      // Wrapped, so that a function that subscribes twice is called twice.
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    ring() {
      for (const listener of listeners) {
        try {
          listener();
        } catch (error) {
          warn("A listener of webhooks failed.", error);
        }
      }
    },
  };
}
