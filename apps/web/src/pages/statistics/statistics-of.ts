import { countGraph, type GraphCounts } from "../../features/graph/count-graph.ts";
import { adjacencyOf, type GraphData, type GraphNote } from "../../features/graph/graph-data.ts";
import { type Growth, growthOf } from "./growth.ts";

export interface Statistics {
  readonly notes: number;
  readonly links: number;
  readonly linksPerNote: number;
  readonly counts: GraphCounts;
  readonly growth: Growth;
  /** Notes without any link, newest first. */
  readonly orphans: readonly GraphNote[];
  /** Most links first. */
  readonly mostLinked: readonly { readonly note: GraphNote; readonly links: number }[];
}

const MOST_LINKED = 8;

/** Computes all statistics of the page from the graph. */
export function statisticsOf(graph: GraphData, now: number): Statistics {
  const { notes, links } = graph;
  const adjacency = adjacencyOf(links);
  const linkCounts = notes.map((note) => ({ note, links: adjacency.get(note.id)?.length ?? 0 }));
  return {
    notes: notes.length,
    links: links.length,
    linksPerNote: notes.length === 0 ? 0 : links.length / notes.length,
    counts: countGraph(graph),
    growth: growthOf(
      notes.map(({ createdAt }) => createdAt),
      now,
    ),
    orphans: linkCounts.filter((one) => one.links === 0).map(({ note }) => note),
    mostLinked: linkCounts
      .filter((one) => one.links > 0)
      .toSorted((one, other) => other.links - one.links)
      .slice(0, MOST_LINKED),
  };
}
