import type { ImportResult } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { refusedLine } from "./import-entry.ts";
import { importLinks, type LinkLine } from "./import-links.ts";
import { importNotes, type NoteLine } from "./import-notes.ts";
import type { PreparedLine } from "./prepare-lines.ts";

/** Stores the notes of the lines in one write, then their links. Returns a result for each line, in order. */
export async function importBatch(ctx: ServiceContext, prepared: readonly PreparedLine[]): Promise<ImportResult[]> {
  const notes: NoteLine[] = [];
  const links: LinkLine[] = [];
  const results = new Map<number, ImportResult>();
  for (const { line, made } of prepared) {
    if ("write" in made) notes.push({ line, write: made.write });
    else if ("link" in made) links.push({ line, link: made.link });
    else results.set(line, refusedLine(line, made.refused));
  }
  for (const result of await importNotes(ctx, notes)) results.set(result.line, result);
  for (const result of await importLinks(ctx, links, createdKeys(notes, results))) results.set(result.line, result);
  return prepared.map(({ line }) => results.get(line)!);
}

/** Returns the keys that notes got in this batch, with their lines. */
function createdKeys(notes: readonly NoteLine[], results: ReadonlyMap<number, ImportResult>): Map<string, number> {
  const created = notes.filter(({ line }) => results.get(line)?.status === "created");
  return new Map(created.flatMap(({ line, write: { key } }) => (key === null ? [] : [[key, line] as const])));
}
