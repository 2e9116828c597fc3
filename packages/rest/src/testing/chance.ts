import { setImmediate } from "node:timers/promises";

/** Random choices, determined by a seed. */
export interface Chance {
  /** Undefined for an empty list. */
  pick<T>(of: readonly T[]): T | undefined;
  /** Waits up to `most` turns: mostly microtasks, sometimes of the event loop. */
  turns(most: number): Promise<void>;
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0;

  /** Mulberry32. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }

  const below = (most: number) => Math.floor(next() * most);
  return {
    pick: (of) => of[below(of.length)],
    async turns(most) {
      for (let turnsLeft = below(most + 1); turnsLeft > 0; turnsLeft--) await (next() < 0.1 ? setImmediate() : null);
    },
  };
}
