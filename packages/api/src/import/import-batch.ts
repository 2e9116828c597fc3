import type { ImportResult } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { refusedLine } from "./import-entry.ts";
import { importLinks, type LinkEntry } from "./import-links.ts";
import { importNotes, type NoteEntry } from "./import-notes.ts";
import type { PreparedLine } from "./prepare-ahead.ts";

/** Stores the notes of the lines in one write, then their links. Returns a result for each line, in order. */
export async function importBatch(
  ctx: ServiceContext,
  preparedLines: readonly PreparedLine[],
): Promise<ImportResult[]> {
  const notes: NoteEntry[] = [];
  const links: LinkEntry[] = [];
  const results = new Map<number, ImportResult>();
  for (const { line, outcome } of preparedLines) {
    if ("write" in outcome) notes.push({ line, write: outcome.write });
    else if ("link" in outcome) links.push({ line, link: outcome.link });
    else results.set(line, refusedLine(line, outcome.refusal));
  }
  for (const result of await importNotes(ctx, notes)) results.set(result.line, result);
  for (const result of await importLinks(ctx, links, createdKeys(notes, results))) results.set(result.line, result);
  return preparedLines.map(({ line }) => results.get(line)!);
}

/** Returns the keys that notes got in this batch, with their lines. */
function createdKeys(notes: readonly NoteEntry[], results: ReadonlyMap<number, ImportResult>): Map<string, number> {
  const createdNotes = notes.filter(({ line }) => results.get(line)?.status === "created");
  return new Map(createdNotes.flatMap(({ line, write: { key } }) => (key === null ? [] : [[key, line] as const])));
}
