import type { NoteDetail } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { noteNotFound } from "../errors.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { noteDetailView } from "./note-view.ts";

export async function getNote(ctx: ServiceContext, input: { readonly id: string }): Promise<NoteDetail> {
  const note = await requireNote(ctx, input.id);
  return noteDetailView(note, await ctx.storage.links.states(ctx.actor.userId));
}

/** The caller's live note; NOT_FOUND for whatever else. */
export async function requireNote(ctx: ServiceContext, id: string): Promise<StoredNote> {
  const note = await ctx.storage.notes.get(ctx.actor.userId, id);
  if (note === null) throw noteNotFound();
  return note;
}
