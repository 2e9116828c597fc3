/** Pseudo-random numbers, the same for the same seed. */
export interface Random {
  /** Returns a whole number from 0 to `below - 1`. */
  below(below: number): number;
  chance(probability: number): boolean;
  /** Returns one element; undefined from an empty list. */
  pick<T>(from: readonly T[]): T | undefined;
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let hash = Math.imul(state ^ (state >>> 15), 1 | state);
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, chance: (probability) => next() < probability, pick: (from) => from[below(from.length)] };
}
