const TURN_MS = 8;

/** How long work may go on before others get their turn. */
export interface Turn {
  /** Whether it has gone on for long enough; to be asked every few microseconds of work. */
  isOver(): boolean;
  /** Gives others theirs, and begins the next one. */
  next(): Promise<void>;
}

/** `longestMs`: less than usual for work that others wait for round by round. */
export function beginTurn(longestMs: number = TURN_MS): Turn {
  let started = performance.now();
  return {
    isOver: () => performance.now() - started > longestMs,
    async next() {
      await nextTurn();
      started = performance.now();
    },
  };
}

/** Maps one after another; others get their turn in between when that takes long, and within, where the work takes the turn on. */
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

/** Of the one event loop of this process: work that waits for its next turn, in order. */
const waiting: (() => void)[] = [];

/**
 * Lets the loop look at what has come, and resumes one waiting work in each of its rounds: ten long works at once
 * hold up a short one no longer than one of them would. Timers would not do: they are run as long as any is due,
 * and of many that take turns one always is.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) afterRound(resumeOne);
  });
}

function resumeOne(): void {
  const [resume] = waiting;
  // Before it goes on, as what it does may wait again.
  waiting.shift();
  if (waiting.length > 0) afterRound(resumeOne);
  resume?.();
}

function afterRound(callback: () => void): void {
  const { setImmediate } = globalThis as { readonly setImmediate?: (callback: () => void) => void };
  (setImmediate ?? setTimeout)(callback);
}
