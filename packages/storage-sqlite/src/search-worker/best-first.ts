import type { Matches } from "./matches.ts";

/** A heap of candidates, which yields the best one at a time without sorting them all. */
export interface BestFirst {
  /** Removes the best and returns its place in the matches; -1 when none is left. */
  take(): number;
  /** Puts a place back, whose value in `values` has changed. */
  putBack(place: number): void;
}

/** Orders by value, descending; ties by id, descending. */
export function bestFirst({ slots, values }: Matches, ids: readonly string[]): BestFirst {
  const heap = Int32Array.from(slots, (_, place) => place);
  let size = heap.length;
  const isBetter = (one: number, other: number) => {
    const difference = values[one]! - values[other]!;
    return difference === 0 ? ids[slots[one]!]! > ids[slots[other]!]! : difference > 0;
  };

  function sink(from: number): void {
    const place = heap[from]!;
    let at = from;
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && isBetter(heap[child + 1]!, heap[child]!)) child++;
      if (!isBetter(heap[child]!, place)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = place;
  }

  for (let parent = (size >>> 1) - 1; parent >= 0; parent--) sink(parent);
  return {
    take() {
      if (size === 0) return -1;
      const best = heap[0]!;
      heap[0] = heap[--size]!;
      if (size > 0) sink(0);
      return best;
    },
    putBack(place) {
      let at = size++;
      for (let parent = (at - 1) >>> 1; at > 0 && isBetter(place, heap[parent]!); parent = (at - 1) >>> 1) {
        heap[at] = heap[parent]!;
        at = parent;
      }
      heap[at] = place;
    },
  };
}
