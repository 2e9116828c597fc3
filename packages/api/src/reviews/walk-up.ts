import { beginTurn } from "../kit/in-turns.ts";
import type { JudgedLinks } from "./judge-links.ts";

/** Most walks at once: one bit each. */
export const WALKS_AT_ONCE = 32;

/** Bits by note: a bit stands for a walk. */
export type Bits = ReadonlyMap<number, number>;

/**
 * Walks from notes to all that rest on them, directly or through notes that stand; up to 32 walks at once. Returns by
 * note the walks that reach it. A walk does not enter notes where `closedTo` has its bit.
 */
export async function walkUp(
  { graph, stands }: JudgedLinks,
  starts: Bits,
  closedTo: Uint32Array = new Uint32Array(stands.length),
): Promise<Uint32Array> {
  const reach = new Uint32Array(stands.length);
  const news = new Uint32Array(stands.length);
  const queue: number[] = [];
  const arrive = (note: number, bits: number) => {
    const newBits = bits & ~(reach[note]! | closedTo[note]!);
    if (newBits === 0) return;
    reach[note]! |= newBits;
    if (news[note] === 0) queue.push(note);
    news[note]! |= newBits;
  };
  for (const [note, bits] of starts) arrive(note, bits);
  const turn = beginTurn();
  // Iterating an array includes elements added meanwhile.
  let count = 0;
  for (const note of queue) {
    if (count++ % 64 === 0 && turn.isOver()) await turn.next();
    const bits = news[note]!;
    news[note] = 0;
    for (let place = graph.inStarts[note]!; place < graph.inStarts[note + 1]!; place++) {
      const source = graph.sources[graph.inLinks[place]!]!;
      if (stands[source]) arrive(source, bits);
    }
  }
  return reach;
}
