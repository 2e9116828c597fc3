import type { NoteDetail } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { requireNote } from "../kit/stored-notes.ts";
import { openPast, readAsOf } from "../links/open-past.ts";
import { requirePastNote } from "../past/past-notes.ts";
import { tellEtag } from "./etag.ts";
import { noteDetailView } from "./note-view.ts";

/** Returns a note as it is, or as it was at a time. */
export async function getNote(
  ctx: ServiceContext,
  input: { readonly id: string; readonly as_of?: string | undefined },
): Promise<NoteDetail> {
  if (input.as_of !== undefined) {
    const at = readAsOf(ctx, input.as_of);
    const pastNote = await requirePastNote(ctx, input.id, at);
    return noteDetailView(pastNote, (await openPast(ctx, at)).states);
  }
  const note = await requireNote(ctx, input.id);
  tellEtag(ctx, note);
  return noteDetailView(note, await ctx.storage.links.states(ctx.actor.userId));
}
