import { beginTurn } from "../kit/in-turns.ts";
import { type RestGraph, startsOf } from "../reviews/rest-graph.ts";

/** What holds at one time. */
export interface Moment extends Pick<RestGraph, "isArchived" | "claimedAt"> {
  readonly isStanding: (link: number) => boolean;
}

/** Returns the graph with those of its links that stood at a time; the notes keep their numbers. */
export async function restrictGraph(
  graph: RestGraph,
  { isStanding, isArchived, claimedAt }: Moment,
): Promise<RestGraph> {
  const isThere = new Uint8Array(graph.sources.length);
  let count = 0;
  const turn = beginTurn();
  for (let link = 0; link < isThere.length; link++) {
    if (link % 1_024 === 0 && turn.isOver()) await turn.next();
    if (isStanding(link)) count += isThere[link] = 1;
  }
  await turn.next();
  const [sources, targets] = [new Uint32Array(count), new Uint32Array(count)];
  const [createdAt, relations] = [new Float64Array(count), new Uint8Array(count)];
  const numbers = new Uint32Array(isThere.length);
  // Loops, because `from` and `map` with a callback take several times as long.
  for (let link = 0, place = 0; link < isThere.length; link++) {
    if (!isThere[link]) continue;
    numbers[link] = place;
    sources[place] = graph.sources[link]!;
    targets[place] = graph.targets[link]!;
    createdAt[place] = graph.createdAt[link]!;
    relations[place++] = graph.relations[link]!;
  }
  await turn.next();
  const inLinks = new Uint32Array(count);
  let place = 0;
  for (const link of graph.inLinks) if (isThere[link]) inLinks[place++] = numbers[link]!;
  return {
    ids: graph.ids,
    index: graph.index,
    sources,
    targets,
    createdAt,
    relations,
    outStarts: startsOf(sources, graph.ids.length),
    inStarts: startsOf(targets, graph.ids.length),
    inLinks,
    isArchived,
    isDeleted: new Uint8Array(graph.ids.length),
    claimedAt,
    setAsideAt: new Map(),
  };
}
