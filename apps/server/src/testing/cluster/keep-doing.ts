export interface Doing {
  /** Ends after the turn under way; rejects when one failed. */
  stop(): Promise<void>;
}

/** Does something again and again. */
export function keepDoing(work: () => Promise<void>): Doing {
  let stopped = false;
  const doing = repeat();
  // Whoever stops it hears of it.
  doing.catch(() => undefined);

  async function repeat(): Promise<void> {
    while (!stopped) await work();
  }

  return {
    stop() {
      stopped = true;
      return doing;
    },
  };
}
