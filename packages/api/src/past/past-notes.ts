import type { ServiceContext } from "../context.ts";
import { noteNotFound } from "../errors.ts";
import { nextTurn } from "../kit/in-turns.ts";
import { requireNote } from "../kit/stored-notes.ts";
import type { PastRevision, StoredNote } from "../ports/note-store.ts";
import { archivedThen } from "./archived-then.ts";

type Reader = Pick<ServiceContext, "storage" | "actor">;

/** Most ids per call of the store. */
const BATCH = 1_000;

/** Returns live notes as they were at the time, in the same order. Those that were written later are left out. */
export async function pastNotes(ctx: Reader, notes: readonly StoredNote[], at: string): Promise<StoredNote[]> {
  const writtenNotes = notes.filter(({ created_at }) => created_at <= at);
  const changedIds = writtenNotes.filter(({ updated_at }) => updated_at > at).map(({ id }) => id);
  const revisions = await pastRevisions(ctx, changedIds, at);
  const past: StoredNote[] = [];
  for (const note of writtenNotes) {
    const revision = revisions.get(note.id);
    if (note.updated_at <= at) past.push(note);
    // Without a revision the note has been deleted since it was read.
    else if (revision) past.push({ ...note, ...revision, archived: await archivedThen(ctx, revision) });
  }
  return past;
}

/** Returns the caller's note as it was at the time. Throws NOT_FOUND when it is not live or was written later. */
export async function requirePastNote(ctx: ServiceContext, id: string, at: string): Promise<StoredNote> {
  const [note] = await pastNotes(ctx, [await requireNote(ctx, id)], at);
  if (note === undefined) throw noteNotFound();
  return note;
}

/** Returns, by note, the revisions of the time; of notes that have been changed since alone. */
export async function pastRevisions(
  ctx: Reader,
  ids: readonly string[],
  at: string,
): Promise<Map<string, PastRevision>> {
  const revisions = new Map<string, PastRevision>();
  for (let start = 0; start < ids.length; start += BATCH) {
    if (start > 0) await nextTurn();
    const batch = ids.slice(start, start + BATCH);
    for (const revision of await ctx.storage.notes.revisionsAt(ctx.actor.userId, batch, at))
      revisions.set(revision.id, revision);
  }
  return revisions;
}
