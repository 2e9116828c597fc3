import { createTurns } from "../turns.ts";

/** Runs a limited number of tasks at a time, at most half of them for one user. Waiting users take turns. */
export interface Lane {
  /** An abort while the task waits rejects with the signal's reason. */
  run<T>(task: () => Promise<T>, options: LaneOptions): Promise<T>;
  /** Rounds of tasks that a new task of the user would wait for; 0 when a place is free. */
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

  /** Tasks without a user have no limit of their own. */
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
      // A started task gives its place back in `run`.
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
