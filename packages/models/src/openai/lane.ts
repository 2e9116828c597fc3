import { createTurns } from "../turns.ts";

/** Lets a few tasks run at a time, of one user no more than half of them; others wait, users in turn. */
export interface Lane {
  /** Rejects with the signal's reason while it waits. */
  run<T>(task: () => Promise<T>, options: LaneOptions): Promise<T>;
  /** How many rounds of tasks a new one of the user would wait for; 0 when it starts at once. */
  roundsAhead(userId?: string): number;
}

export interface LaneOptions {
  readonly signal: AbortSignal | undefined;
  readonly userId: string | undefined;
}

export function createLane(parallel: number): Lane {
  const line = createTurns<() => void>();
  const running = new Map<string | undefined, number>();
  const mostOfUser = Math.ceil(parallel / 2);
  let inAll = 0;

  function count(userId: string | undefined, more: number): void {
    inAll += more;
    const now = (running.get(userId) ?? 0) + more;
    if (now === 0) running.delete(userId);
    else running.set(userId, now);
  }

  /** What is nobody's is not bounded. */
  function mayStart(userId: string | undefined): boolean {
    return userId === undefined || (running.get(userId) ?? 0) < mostOfUser;
  }

  function startNext(): void {
    while (inAll < parallel) {
      const start = line.next(mayStart);
      if (start === undefined) return;
      start();
    }
  }

  async function turn({ signal, userId }: LaneOptions): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const start = () => {
      count(userId, 1);
      resolve();
    };
    const leave = () => {
      // Whoever has been started already gives the place back in `run`.
      if (line.remove(userId, start)) reject(signal?.reason);
    };
    line.add(userId, start);
    signal?.addEventListener("abort", leave, { once: true });
    startNext();
    await promise.finally(() => signal?.removeEventListener("abort", leave));
  }

  return {
    async run(task, options) {
      options.signal?.throwIfAborted();
      await turn(options);
      try {
        return await task();
      } finally {
        count(options.userId, -1);
        startNext();
      }
    },
    roundsAhead: (userId) => (inAll < parallel ? 0 : Math.ceil((line.ahead(userId).length + 1) / parallel)),
  };
}
