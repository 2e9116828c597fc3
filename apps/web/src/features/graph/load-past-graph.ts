import { LIMITS } from "@knote/contract";
import type { Client } from "../../remote/trpc.ts";
import { graphLink, graphNote } from "./graph-data.ts";
import type { LoadedGraph } from "./load-graph.ts";
import { linksBetween } from "./update-graph.ts";

/** Loads all notes and links through a client of the past; `onProgress` gets the number of loaded notes. */
export async function loadPastGraph(
  client: Client,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (notes: number) => void },
): Promise<LoadedGraph> {
  const limit = LIMITS.pageSize;
  const readNotes = async (): Promise<LoadedGraph["notes"]> => {
    const notes = [];
    let cursor: string | undefined;
    do {
      const page = await client.notes.list.query({ limit, cursor }, { signal });
      notes.push(...page.notes.map(graphNote));
      onProgress(notes.length);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    return notes;
  };
  const readLinks = async (): Promise<LoadedGraph["links"]> => {
    const links = [];
    let cursor: string | undefined;
    do {
      const page = await client.links.list.query({ limit, cursor }, { signal });
      links.push(...page.links.map(graphLink));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    return links;
  };
  const [notes, links] = await Promise.all([readNotes(), readLinks()]);
  return { notes, links: linksBetween(notes, links), version: null };
}
