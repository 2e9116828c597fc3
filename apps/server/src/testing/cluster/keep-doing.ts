export interface Doing {
  /** Resolves after the current turn; rejects if a turn failed. */
  stop(): Promise<void>;
}

/** Repeats the work until it is stopped. */
export function keepDoing(work: () => Promise<void>): Doing {
  let isStopped = false;
  const doing = repeat();
  // `stop` returns this promise, and so reports the rejection.
  doing.catch(() => undefined);

  async function repeat(): Promise<void> {
    while (!isStopped) await work();
  }

  return {
    stop() {
      isStopped = true;
      return doing;
    },
  };
}
