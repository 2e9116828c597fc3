/** Returns the next number of a fixed sequence, in [0, 1). */
export type Random = () => number;

/** Creates a mulberry32 generator: the same seed gives the same numbers everywhere. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
