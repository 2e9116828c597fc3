import type { ExportInput, Link } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { nextTurn } from "../kit/in-turns.ts";
import { streamLinks } from "../links/list-links.ts";
import { etagOf } from "../notes/etag.ts";
import { streamStoredNotes } from "../notes/list-notes.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { exportHeads } from "./export-heads.ts";
import { exportHistory, exportWebhooks } from "./export-history.ts";
import type { ExportLine } from "./export-line.ts";

/**
 * Yields the caller's notes, the links between them, and at the end their numbers, without which the export was cut
 * off. An import takes these lines. No snapshot: each note is one of its revisions, whole.
 */
export async function* exportGraph(
  ctx: ServiceContext,
  { history, heads, ...filters }: ExportInput,
): AsyncGenerator<readonly ExportLine[]> {
  if (heads) return yield* exportHeads(ctx);
  const revisions = new Map<string, number>();
  for await (const notes of streamStoredNotes(ctx, filters)) {
    const freshNotes = notes.filter(({ id }) => !revisions.has(id));
    for (const { id, revision } of freshNotes) revisions.set(id, revision);
    if (freshNotes.length > 0) yield freshNotes.map(noteLine);
    await nextTurn();
  }
  let linkCount = 0;
  for await (const links of streamLinks(ctx, {})) {
    const inside = links.filter(({ source_id, target_id }) => revisions.has(source_id) && revisions.has(target_id));
    linkCount += inside.length;
    if (inside.length > 0) yield inside.map(linkLine);
    await nextTurn();
  }
  if (history) yield* exportHistory(ctx, revisions);
  // A part of the notes may be for others, whom the addresses do not concern.
  const isWhole = Object.values(filters).every((filter) => filter === undefined);
  if (history && isWhole) yield* exportWebhooks(ctx);
  yield [{ end: { notes: revisions.size, links: linkCount } }];
}

function noteLine(note: StoredNote): ExportLine {
  const { id, title, content, note_type, tags, importance, archived, created_at, updated_at } = note;
  const fields = { title, content, note_type, tags, importance, archived, created_at, updated_at };
  return { note: { key: id, ...fields, etag: etagOf(note) } };
}

function linkLine({ source_id, target_id, relation, created_at }: Link): ExportLine {
  return { link: { source: source_id, target: target_id, relation, created_at } };
}
