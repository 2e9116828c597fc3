import { beginTurn } from "../kit/in-turns.ts";
import { rootNumber } from "./bases.ts";
import type { LooksByRoot } from "./holding-looks.ts";
import type { RootedWalk } from "./open-kinds.ts";
import type { RestGraph } from "./rest-graph.ts";

/**
 * Orders notes that need review by the length of their paths to a cause, going through these notes alone; the newest
 * first among equally near ones. Notes that have no such path, because notes on it have looked, come last.
 */
export async function nearestFirst(
  graph: RestGraph,
  notes: Iterable<number>,
  roots: ReadonlyMap<number, RootedWalk>,
  looksByRoot: LooksByRoot,
): Promise<string[]> {
  const waiting = new Set(notes);
  const turn = beginTurn();
  let level: number[] = [];
  const enter = (note: number) => {
    if (waiting.delete(note)) level.push(note);
  };
  for (const { root, starts } of roots.values()) {
    if (turn.isOver()) await turn.next();
    const lookers = looksByRoot.get(rootNumber(root))?.byNote;
    for (const note of starts) if (!lookers?.has(note)) enter(note);
  }
  const order: number[] = [];
  while (level.length > 0) {
    const nearer = level.sort(newestFirst);
    level = [];
    for (const note of nearer) {
      if (turn.isOver()) await turn.next();
      order.push(note);
      for (let place = graph.inStarts[note]!; place < graph.inStarts[note + 1]!; place++)
        enter(graph.sources[graph.inLinks[place]!]!);
    }
  }
  return [...order, ...[...waiting].sort(newestFirst)].map((note) => graph.ids[note]!);
}

/** Ids begin with the time of their note. */
function newestFirst(one: number, other: number): number {
  return other - one;
}
