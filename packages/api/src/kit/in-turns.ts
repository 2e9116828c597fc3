const TURN_MS = 8;

/** A time slice of the event loop: how long work can run before other work gets its turn. */
export interface Turn {
  /** Whether the slice is used up; meant to be called every few microseconds of work. */
  isOver(): boolean;
  /** Yields to other work, then begins the next slice. */
  next(): Promise<void>;
}

/** Begins a slice. Use a small `longestMs` for work that others wait for round by round. */
export function beginTurn(longestMs: number = TURN_MS): Turn {
  let startTime = performance.now();
  return {
    isOver: () => performance.now() - startTime > longestMs,
    async next() {
      await nextTurn();
      startTime = performance.now();
    },
  };
}

/** Maps items one after another and yields in between when that takes long; `work` can also use `turn` to yield. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item, turn: Turn) => Result | Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const turn = beginTurn();
  for (const item of items) {
    if (turn.isOver()) await turn.next();
    const result = work(item, turn);
    results.push(result instanceof Promise ? await result : result);
  }
  return results;
}

/** Work that waits for its next turn, in order; one queue, as the process has one event loop. */
const waiting: (() => void)[] = [];

/**
 * Yields to the event loop and resumes one waiting task per round: ten long tasks delay a short one no longer than
 * one of them would. Timers would not do: the loop runs all that are due, and among many tasks one always is.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) afterRound(resumeOne);
  });
}

/** Yields to the event loop until its next round, however much other work waits for a turn; only for little work. */
export function nextRound(): Promise<void> {
  return new Promise(afterRound);
}

function resumeOne(): void {
  const [resume] = waiting;
  // Removed before it resumes, because it may wait again at once.
  waiting.shift();
  if (waiting.length > 0) afterRound(resumeOne);
  resume?.();
}

function afterRound(callback: () => void): void {
  const { setImmediate } = globalThis as { readonly setImmediate?: (callback: () => void) => void };
  (setImmediate ?? setTimeout)(callback);
}
