/** Lets a few tasks run at a time; others wait in line. */
export interface Lane {
  /** Rejects with the signal's reason while it waits. */
  run<T>(task: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>;
  /** How many rounds of tasks a new one would wait for; 0 when it starts at once. */
  roundsAhead(): number;
}

export function createLane(parallel: number): Lane {
  const line = new Set<() => void>();
  let running = 0;

  function startNext(): void {
    for (const start of line) {
      if (running === parallel) return;
      line.delete(start);
      running++;
      start();
    }
  }

  async function turn(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      // Whoever has been started already gives the place back in `run`.
      if (line.delete(resolve)) reject(signal?.reason);
    };
    line.add(resolve);
    signal?.addEventListener("abort", leave, { once: true });
    startNext();
    await promise.finally(() => signal?.removeEventListener("abort", leave));
  }

  return {
    async run(task, signal) {
      signal?.throwIfAborted();
      await turn(signal);
      try {
        return await task();
      } finally {
        running--;
        startNext();
      }
    },
    roundsAhead: () => (running < parallel ? 0 : Math.ceil((line.size + 1) / parallel)),
  };
}
