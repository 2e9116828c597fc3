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
  const links: number[] = [];
  const numbers = new Int32Array(graph.sources.length);
  const turn = beginTurn();
  for (let link = 0; link < numbers.length; link++) {
    if (link % 1_024 === 0 && turn.isOver()) await turn.next();
    numbers[link] = isStanding(link) ? links.push(link) - 1 : -1;
  }
  const order = Uint32Array.from(links);
  await turn.next();
  const sources = order.map((link) => graph.sources[link]!);
  const targets = order.map((link) => graph.targets[link]!);
  await turn.next();
  const inLinks = new Uint32Array(order.length);
  let place = 0;
  for (const link of graph.inLinks) if (numbers[link]! >= 0) inLinks[place++] = numbers[link]!;
  const outStarts = startsOf(sources, graph.ids.length);
  const inStarts = startsOf(targets, graph.ids.length);
  await turn.next();
  return {
    ids: graph.ids,
    index: graph.index,
    sources,
    targets,
    createdAt: Float64Array.from(links, (link) => graph.createdAt[link]!),
    relations: Uint8Array.from(links, (link) => graph.relations[link]!),
    outStarts,
    inStarts,
    inLinks,
    isArchived,
    isDeleted: new Uint8Array(graph.ids.length),
    claimedAt,
    setAsideAt: new Map(),
  };
}
