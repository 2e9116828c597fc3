import type { Matches } from "./matches.ts";

/** Candidates of which the best is asked for again and again, without sorting them all. */
export interface BestFirst {
  /** The place of the best in the matches; -1 when there is none left. */
  take(): number;
  /** Puts one back with another value, which `values` holds by now. */
  putBack(place: number): void;
}

/** By value, descending; ties by id, descending. */
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
