import type { NoteDetail } from "@knote/contract";
import { noteRestored } from "../activity/events.ts";
import type { ServiceContext } from "../context.ts";
import { noteNotFound } from "../errors.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { timestamp } from "../time.ts";
import { getNote } from "./get-note.ts";

/** Restores a deleted note with its links; leaves a note that is not deleted unchanged. */
export async function restoreNote(ctx: ServiceContext, input: { readonly id: string }): Promise<NoteDetail> {
  const noticesOf = (note: StoredNote) => [{ event: noteRestored(note, timestamp(ctx)) }];
  if (!(await ctx.storage.notes.restore(ctx.actor.userId, input.id, noticesOf))) throw noteNotFound();
  ctx.wakeIndexer();
  return await getNote(ctx, input);
}
