import { beginTurn } from "../kit/in-turns.ts";
import type { NumberedStates } from "../reviews/judge-links.ts";

export interface RestCycles {
  /** By note: 1 if it rests on itself through others. */
  readonly isInCycle: Uint8Array;
  /** How many groups of notes rest on each other. */
  readonly count: number;
}

const UNSEEN = 0;

/**
 * Finds the standing notes that rest on each other in a circle: the strongly connected components of more than one
 * note, over links between notes that stand. O(notes + links), without recursion; yields when there is much.
 *
 * R. E. Tarjan (1972), "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1, 146–160.
 */
export async function restCycles({ graph, stands }: Pick<NumberedStates, "graph" | "stands">): Promise<RestCycles> {
  const { ids, outStarts, targets } = graph;
  const isInCycle = new Uint8Array(ids.length);
  // Orders begin at 1; `low` is the earliest note of the path that a note leads back to.
  const [order, low, isOnPath] = [new Uint32Array(ids.length), new Uint32Array(ids.length), new Uint8Array(ids.length)];
  const nextLink = new Uint32Array(ids.length);
  const [component, path]: [number[], number[]] = [[], []];
  let [seenCount, count] = [0, 0];
  const turn = beginTurn();

  function enter(note: number): void {
    order[note] = low[note] = ++seenCount;
    nextLink[note] = outStarts[note]!;
    isOnPath[note] = 1;
    component.push(note);
    path.push(note);
  }

  function leave(note: number): void {
    path.pop();
    const below = path.at(-1);
    if (below !== undefined) low[below] = Math.min(low[below]!, low[note]!);
    if (low[note] !== order[note]) return;
    const members = component.splice(component.lastIndexOf(note));
    for (const member of members) {
      isOnPath[member] = 0;
      if (members.length > 1) isInCycle[member] = 1;
    }
    if (members.length > 1) count++;
  }

  for (let start = 0; start < ids.length; start++) {
    if (order[start] !== UNSEEN || !stands[start]) continue;
    enter(start);
    for (let steps = 0; path.length > 0; steps++) {
      if (steps % 256 === 0 && turn.isOver()) await turn.next();
      const note = path.at(-1)!;
      const link = nextLink[note]!;
      if (link === outStarts[note + 1]) {
        leave(note);
        continue;
      }
      nextLink[note]!++;
      const target = targets[link]!;
      if (!stands[target]) continue;
      if (order[target] === UNSEEN) enter(target);
      else if (isOnPath[target]) low[note] = Math.min(low[note]!, order[target]!);
    }
    if (start % 256 === 0 && turn.isOver()) await turn.next();
  }
  return { isInCycle, count };
}
