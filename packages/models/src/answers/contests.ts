import type { Passage } from "@knote/api";

/** Returns the indexes, in order, of the passages that contradict the one at `index` or that it contradicts. */
export function counterpartsOf(passages: readonly Passage[], index: number): number[] {
  const own = passages[index]?.contradicts ?? [];
  return passages.flatMap((other, at) =>
    at !== index && (own.includes(at) || other.contradicts.includes(index)) ? [at] : [],
  );
}
