import type { ServiceContext } from "../context.ts";
import { noteNotFound } from "../errors.ts";
import { nextTurn } from "./in-turns.ts";
import type { StoredNote } from "../ports/note-store.ts";

/** Most ids per call of the store. */
const BATCH = 1_000;

/** Returns the live notes among `ids`, by id. */
export async function getNotes(
  ctx: Pick<ServiceContext, "storage" | "actor">,
  ids: readonly string[],
): Promise<Map<string, StoredNote>> {
  const uniqueIds = [...new Set(ids)];
  const notesById = new Map<string, StoredNote>();
  for (let start = 0; start < uniqueIds.length; start += BATCH) {
    if (start > 0) await nextTurn();
    for (const note of await ctx.storage.notes.getMany(ctx.actor.userId, uniqueIds.slice(start, start + BATCH)))
      notesById.set(note.id, note);
  }
  return notesById;
}

/** Returns the caller's live note. Throws NOT_FOUND when there is none. */
export async function requireNote(ctx: ServiceContext, id: string): Promise<StoredNote> {
  const note = await ctx.storage.notes.get(ctx.actor.userId, id);
  if (note === null) throw noteNotFound();
  return note;
}
