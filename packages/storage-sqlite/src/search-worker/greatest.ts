import { filterMatches, type Matches } from "./matches.ts";

/** Returns the `count` greatest matches and all that tie with the least of them. */
export function greatest(matches: Matches, count: number): Matches {
  if (count === 0) return { slots: new Int32Array(0), values: new Float64Array(0) };
  const least = leastOfGreatest(matches.values, count);
  return filterMatches(matches, (_, value) => value >= least);
}

/** Keeps a heap of the greatest values with the least on top, so that most values need one comparison. */
function leastOfGreatest(values: Float64Array, count: number): number {
  const heap = values.slice(0, count).sort();
  for (let index = count; index < values.length; index++) {
    const value = values[index]!;
    if (value <= heap[0]!) continue;
    let at = 0;
    for (let child = 1; child < count; child = 2 * at + 1) {
      if (child + 1 < count && heap[child + 1]! < heap[child]!) child++;
      if (heap[child]! >= value) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = value;
  }
  return heap[0]!;
}
