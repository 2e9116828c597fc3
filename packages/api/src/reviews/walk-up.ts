import { beginTurn } from "../kit/in-turns.ts";
import type { JudgedLinks } from "./judge-links.ts";

/** Most walks at once: one bit each. */
export const WALKS_AT_ONCE = 32;

/** Where some walks came to. It holds until the next walk of the same walker. */
export interface Reach {
  /** The notes that any walk reached, in no order. */
  readonly notes: readonly number[];
  /** By note, the walks that reached it, as bits. */
  readonly bits: Uint32Array;
}

/** The notes where walks begin, and by note the bits of these walks. */
export interface Starts {
  readonly notes: Iterable<number>;
  readonly bitsOf: (note: number) => number;
}

/**
 * Walks from notes to all that rest on them, directly or through notes that stand; up to 32 walks at once. A walk does
 * not enter notes where `closedTo` has its bit.
 */
export type WalkUp = (starts: Starts, closedTo?: (note: number) => number) => Promise<Reach>;

/** Creates a walker for walks one after another. What they take depends on what they reach, not on the whole graph. */
export function createWalker({ graph, stands }: Pick<JudgedLinks, "graph" | "stands">): WalkUp {
  const { inStarts, inLinks, sources } = graph;
  const [bits, news] = [new Uint32Array(stands.length), new Uint32Array(stands.length)];
  let notes: number[] = [];

  return async (starts, closedTo = openToAll) => {
    for (const note of notes) bits[note] = 0;
    notes = [];
    const queue: number[] = [];
    const arrive = (note: number, arriving: number) => {
      const newBits = arriving & ~(bits[note]! | closedTo(note));
      if (newBits === 0) return;
      if (bits[note] === 0) notes.push(note);
      bits[note]! |= newBits;
      if (news[note] === 0) queue.push(note);
      news[note]! |= newBits;
    };
    for (const note of starts.notes) arrive(note, starts.bitsOf(note));
    const turn = beginTurn();
    // The queue grows meanwhile.
    for (let place = 0; place < queue.length; place++) {
      if (place % 64 === 0 && turn.isOver()) await turn.next();
      const note = queue[place]!;
      const leaving = news[note]!;
      news[note] = 0;
      for (let at = inStarts[note]!; at < inStarts[note + 1]!; at++) {
        const source = sources[inLinks[at]!]!;
        if (stands[source]) arrive(source, leaving);
      }
    }
    return { notes, bits };
  };
}

function openToAll(): number {
  return 0;
}
