import type { RestGraph } from "../reviews/rest-graph.ts";

/** What holds at one time. */
export interface Moment {
  readonly isStanding: (link: number) => boolean;
  /** By note. */
  readonly isArchived: Uint8Array;
  /** The latest time of a rewording that counts, ISO 8601. */
  readonly at: string;
}

/** Returns the graph with those of its links that stood at a time; the notes keep their numbers. */
export function restrictGraph(graph: RestGraph, { isStanding, isArchived, at }: Moment): RestGraph {
  const numbers = new Int32Array(graph.sources.length).fill(-1);
  const links: number[] = [];
  for (let link = 0; link < numbers.length; link++) if (isStanding(link)) numbers[link] = links.push(link) - 1;
  const order = Uint32Array.from(links);
  const pick = <Values extends Uint8Array | Uint32Array | Float64Array>(values: Values, empty: Values): Values => {
    for (let place = 0; place < order.length; place++) empty[place] = values[order[place]!]!;
    return empty;
  };
  const sources = pick(graph.sources, new Uint32Array(order.length));
  const targets = pick(graph.targets, new Uint32Array(order.length));
  return {
    ids: graph.ids,
    index: graph.index,
    sources,
    targets,
    createdAt: pick(graph.createdAt, new Float64Array(order.length)),
    relations: pick(graph.relations, new Uint8Array(order.length)),
    outStarts: startsOf(sources, graph.ids.length),
    inStarts: startsOf(targets, graph.ids.length),
    inLinks: Uint32Array.from(
      graph.inLinks.filter((link) => numbers[link]! >= 0),
      (link) => numbers[link]!,
    ),
    isArchived,
    isDeleted: new Uint8Array(graph.ids.length),
    claimedAt: new Map([...graph.claimedAt].filter(([, claimedAt]) => claimedAt <= at)),
    setAsideAt: new Map(),
  };
}

/** Returns where the links of each note begin when they are ordered by it. */
function startsOf(notes: Uint32Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (const note of notes) starts[note + 1]!++;
  for (let note = 0; note < count; note++) starts[note + 1]! += starts[note]!;
  return starts;
}
