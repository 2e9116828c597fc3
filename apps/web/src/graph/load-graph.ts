import type { Client } from "../remote/trpc.ts";
import { type GraphData, graphLink, type GraphLink, graphNote, type GraphNote } from "./graph-data.ts";

/** Small enough that reading one page never holds the page up. */
const NOTES_AT_ONCE = 500;
const LINKS_AT_ONCE = 1_000;

/** All notes and links, page by page; `onProgress` hears how many notes are there. */
export async function loadGraph(
  client: Client,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (notes: number) => void },
): Promise<GraphData> {
  const [notes, links] = await Promise.all([loadNotes(client, signal, onProgress), loadLinks(client, signal)]);
  return { notes, links: linksBetween(notes, links) };
}

/** Links whose ends are both there: what is read one after the other may change in between. */
export function linksBetween(notes: readonly GraphNote[], links: readonly GraphLink[]): GraphLink[] {
  const ids = new Set(notes.map(({ id }) => id));
  return links.filter(({ source, target }) => ids.has(source) && ids.has(target));
}

async function loadNotes(
  client: Client,
  signal: AbortSignal,
  onProgress: (notes: number) => void,
): Promise<GraphNote[]> {
  const notes = new Map<string, GraphNote>();
  let cursor: string | undefined;
  do {
    const page = await client.notes.list.query({ limit: NOTES_AT_ONCE, ...(cursor && { cursor }) }, { signal });
    for (const note of page.notes) notes.set(note.id, graphNote(note));
    onProgress(notes.size);
    cursor = page.next ?? undefined;
  } while (cursor);
  return [...notes.values()];
}

async function loadLinks(client: Client, signal: AbortSignal): Promise<GraphLink[]> {
  const links: GraphLink[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.links.list.query({ limit: LINKS_AT_ONCE, ...(cursor && { cursor }) }, { signal });
    links.push(...page.links.map(graphLink));
    cursor = page.next ?? undefined;
  } while (cursor);
  return links;
}
