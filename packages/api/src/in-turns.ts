const TURN_MS = 8;

/** Maps one after another; others get their turn in between when that takes long. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let started = performance.now();
  for (const item of items) {
    if (performance.now() - started > TURN_MS) {
      await nextTurn();
      started = performance.now();
    }
    results.push(work(item));
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
