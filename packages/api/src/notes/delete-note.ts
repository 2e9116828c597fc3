import { noteDeleted } from "../activity/events.ts";
import type { ServiceContext } from "../context.ts";
import { noteNotFound } from "../errors.ts";
import { hasChanged, readIfMatch } from "./etag.ts";
import { timestamp } from "../time.ts";

/**
 * Hides a note and its links at once; it can be restored for 30 days. `purge` removes it for good, deleted or not. With
 * `If-Match` only a live note in that state is deleted.
 */
export async function deleteNote(
  ctx: ServiceContext,
  input: { readonly id: string; readonly purge: boolean },
): Promise<void> {
  const { notes } = ctx.storage;
  const { userId } = ctx.actor;
  const now = timestamp(ctx);
  const refuseChanged = readIfMatch(ctx);
  const note = await notes.get(userId, input.id);
  const notices = note === null ? [] : [{ event: noteDeleted(note, now) }];
  if (refuseChanged !== null) {
    if (note === null) throw noteNotFound();
    refuseChanged(note);
    // A change in between makes the store refuse.
    if (!(await notes.delete(userId, input.id, now, notices, note.revision))) throw hasChanged();
    if (input.purge) await notes.purge(userId, input.id, []);
    return;
  }
  const wasFound = input.purge
    ? await notes.purge(userId, input.id, notices)
    : await notes.delete(userId, input.id, now, notices);
  if (!wasFound) throw noteNotFound();
}
