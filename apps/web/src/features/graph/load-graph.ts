import type { Client } from "../../remote/trpc.ts";
import { type GraphData, graphLink, type GraphLink, graphNote, type GraphNote } from "./graph-data.ts";
import { type GraphChanges, linksBetween, updateGraph } from "./update-graph.ts";

/** A graph with the id of the latest event it includes; null before the first event. */
export interface LoadedGraph extends GraphData {
  readonly version: string | null;
}

/** Loads all notes and links, or only the changes since `cachedGraph`; `onProgress` gets the number of loaded notes. */
export async function loadGraph(
  client: Client,
  options: {
    readonly cachedGraph: LoadedGraph | undefined;
    readonly signal: AbortSignal;
    readonly onProgress: (notes: number) => void;
  },
): Promise<LoadedGraph> {
  const since = options.cachedGraph?.version ?? undefined;
  const pieces = await client.graph.snapshot.query({ since }, { signal: options.signal });
  const notes: GraphNote[] = [];
  const links: GraphLink[] = [];
  const states = new Map<string, GraphNote["state"]>();
  let version: string | null = null;
  let changedIds: GraphChanges["changedIds"] | null = null;
  for await (const piece of pieces) {
    if ("version" in piece) {
      version = piece.version;
      changedIds = piece.changed && new Set(piece.changed);
    } else if ("nodes" in piece) {
      notes.push(...piece.nodes.map(graphNote));
      options.onProgress(notes.length);
    } else if ("links" in piece) links.push(...piece.links.map(graphLink));
    else for (const [id, state] of piece.states) states.set(id, state);
  }
  if (changedIds === null) return { notes, links: linksBetween(notes, links), version };
  return { ...updateGraph(options.cachedGraph!, { changedIds, notes, links, states }), version };
}
