import type { NoteLinks } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { requireNote } from "../notes/get-note.ts";
import { getNotes } from "../notes/get-notes.ts";

/** Links of one note are listed whole: no hub that a person makes comes near this. */
const MOST_LINKS = 100_000;

/** The links of a note, newest first, with the titles of the other ends. */
export async function noteLinks(ctx: ServiceContext, input: { readonly id: string }): Promise<NoteLinks> {
  const { id } = await requireNote(ctx, input.id);
  const links = await ctx.storage.links.listTouching(ctx.actor.userId, [id], MOST_LINKS);
  const notes = await getNotes(
    ctx,
    links.map((link) => (link.source_id === id ? link.target_id : link.source_id)),
  );
  const result: NoteLinks = { outgoing: [], incoming: [] };
  for (const { source_id, target_id, relation, created_at } of links) {
    const other = notes.get(source_id === id ? target_id : source_id);
    if (!other) continue;
    if (source_id === id) result.outgoing.push({ target_id, target_title: other.title, relation, created_at });
    else result.incoming.push({ source_id, source_title: other.title, relation, created_at });
  }
  return result;
}
