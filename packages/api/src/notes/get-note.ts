import type { NoteDetail } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { requireNote } from "../kit/stored-notes.ts";
import { noteDetailView } from "./note-view.ts";

export async function getNote(ctx: ServiceContext, input: { readonly id: string }): Promise<NoteDetail> {
  const note = await requireNote(ctx, input.id);
  return noteDetailView(note, await ctx.storage.links.states(ctx.actor.userId));
}
