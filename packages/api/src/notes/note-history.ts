import type { NoteHistory } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { noteNotFound } from "../errors.ts";

/** Every revision of the note, newest first, the current one included. */
export async function noteHistory(ctx: ServiceContext, input: { readonly id: string }): Promise<NoteHistory> {
  const revisions = await ctx.storage.notes.history(ctx.actor.userId, input.id);
  if (revisions.length === 0) throw noteNotFound();
  return { revisions };
}
