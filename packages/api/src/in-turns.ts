const TURN_MS = 8;

/** How long work may go on before others get their turn. */
export interface Turn {
  /** Whether it has gone on for long enough; to be asked every few microseconds of work. */
  isOver(): boolean;
  /** Gives others theirs, and begins the next one. */
  next(): Promise<void>;
}

export function beginTurn(): Turn {
  let started = performance.now();
  return {
    isOver: () => performance.now() - started > TURN_MS,
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

/**
 * Lets the loop look at what has come. Timers would not: they are run as long as any is due, and of many that take
 * turns one always is.
 */
export function nextTurn(): Promise<void> {
  const { setImmediate } = globalThis as { readonly setImmediate?: (callback: () => void) => void };
  return new Promise((resolve) => void (setImmediate ?? setTimeout)(resolve));
}
