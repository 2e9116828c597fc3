import type { Clock } from "@knote/api";

/** A figure is counted again when it is older than this and than `TIMES_ITS_COST` times its counting time. */
const FRESH_MS = 10_000;
const TIMES_ITS_COST = 20;

interface Figure {
  readonly value: number;
  readonly staleAt: number;
}

/** Returns recent counts to frequent callers: only the first waits, and one count is under way at a time. */
export function createRecentCount(count: (name: string) => Promise<number>, clock: Clock) {
  const figures = new Map<string, Figure>();
  const counting = new Map<string, Promise<number>>();

  async function countNow(name: string): Promise<number> {
    const began = clock.now();
    try {
      const value = await count(name);
      const now = clock.now();
      figures.set(name, { value, staleAt: now + Math.max(FRESH_MS, (now - began) * TIMES_ITS_COST) });
      return value;
    } finally {
      counting.delete(name);
    }
  }

  function refresh(name: string): Promise<number> {
    const underWay = counting.get(name) ?? countNow(name);
    counting.set(name, underWay);
    return underWay;
  }

  return async (name: string): Promise<number> => {
    const figure = figures.get(name);
    if (figure === undefined) return await refresh(name);
    // The next call repeats a failed count.
    if (clock.now() >= figure.staleAt) refresh(name).catch(() => undefined);
    return figure.value;
  };
}
