import type { Link, Note } from "@knote/contract";
import type { Client } from "../../remote/trpc.ts";

export type ExportFormat = "ndjson" | "json";

const PAGE = 500;

/** Returns the import line of a note. Its id is its key, so links find it and a second import adds nothing. */
function noteLine({ id, title, content, note_type, tags, importance, created_at, state }: Note) {
  const note = { key: id, title, content, note_type, tags, importance, created_at };
  // The other states follow from the links; only this one is set by the owner.
  return { note: state === "archived" ? { ...note, archived: true } : note };
}

function linkLine({ source_id, target_id, relation, created_at }: Link) {
  return { link: { source: source_id, target: target_id, relation, created_at } };
}

/** Exports all notes, then all links, page by page; `onProgress` gets the counts so far. */
export async function exportGraph(
  client: Client,
  format: ExportFormat,
  onProgress: (count: { readonly notes: number; readonly links: number }) => void,
): Promise<Blob> {
  const parts: string[] = [];
  const count = { notes: 0, links: 0 };
  const add = (lines: readonly string[]) => {
    if (lines.length === 0) return;
    if (format === "ndjson") parts.push(`${lines.join("\n")}\n`);
    else parts.push(`${parts.length > 0 && !parts.at(-1)!.endsWith("[\n") ? ",\n" : ""}${lines.join(",\n")}`);
  };
  if (format === "json") parts.push('{"notes": [\n');
  for await (const notes of pages((cursor) => notesAfter(client, cursor))) {
    add(notes.map((note) => JSON.stringify(format === "json" ? noteLine(note).note : noteLine(note))));
    onProgress({ ...count, notes: (count.notes += notes.length) });
  }
  if (format === "json") parts.push('\n], "links": [\n');
  for await (const links of pages((cursor) => linksAfter(client, cursor))) {
    add(links.map((link) => JSON.stringify(format === "json" ? linkLine(link).link : linkLine(link))));
    onProgress({ ...count, links: (count.links += links.length) });
  }
  if (format === "json") parts.push("\n]}\n");
  return new Blob(parts, { type: format === "json" ? "application/json" : "application/x-ndjson" });
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

async function* pages<Item>(
  load: (cursor: { readonly cursor?: string }) => Promise<Page<Item>>,
): AsyncGenerator<readonly Item[]> {
  let next: string | null | undefined;
  while (next !== null) {
    const page = await load(next === undefined ? {} : { cursor: next });
    yield page.items;
    next = page.next;
  }
}

async function notesAfter({ notes }: Client, cursor: { readonly cursor?: string }): Promise<Page<Note>> {
  const page = await notes.list.query({ limit: PAGE, ...cursor });
  return { items: page.notes, next: page.next };
}

async function linksAfter({ links }: Client, cursor: { readonly cursor?: string }): Promise<Page<Link>> {
  const page = await links.list.query({ limit: PAGE, ...cursor });
  return { items: page.links, next: page.next };
}
