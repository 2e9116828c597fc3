import type { NoteState, UpdatedNote, UpdateNoteInput } from "@knote/contract";
import { noteUpdated } from "../activity/events.ts";
import type { ServiceContext } from "../context.ts";
import { conflict, invalid } from "../errors.ts";
import { stateOf } from "../kit/state-of.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { timestamp } from "../time.ts";
import { requireNote } from "../kit/stored-notes.ts";
import { titleKey } from "../text/analyze.ts";
import { noteUpdatedMessage } from "../webhooks/messages.ts";
import { readIfMatch, tellEtag } from "./etag.ts";
import { noteWrite } from "./note-view.ts";
import { sameNote } from "../past/same-note.ts";

/** Most attempts when others write the same note; more would mean that something is wrong. */
const ATTEMPTS = 50;

/**
 * Changes only the given fields and keeps the earlier revision. An update without effect leaves no trace. With
 * `base_revision` or `If-Match` it never overwrites a change that the caller has not seen.
 */
export async function updateNote(
  ctx: ServiceContext,
  input: UpdateNoteInput & { readonly id: string },
): Promise<UpdatedNote> {
  const refuseChanged = readIfMatch(ctx);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const current = await requireNote(ctx, input.id);
    const next = await applyChanges(ctx, current, input);
    if (next === null) return view(ctx, current);
    // Checked at every attempt, as the store refuses the write when the note has changed since `requireNote`.
    if (input.base_revision !== undefined && input.base_revision !== current.revision)
      throw conflict("The note has changed since it was read.");
    refuseChanged?.(current);
    const notice = { event: noteUpdated(next), message: await noteUpdatedMessage(ctx, current, next) };
    if (await ctx.storage.notes.update(ctx.actor.userId, noteWrite(next), [notice])) {
      ctx.wakeIndexer();
      return view(ctx, next);
    }
  }
  throw conflict("The note is being changed by others; try again.", { retryAfterSeconds: 1 });
}

async function applyChanges(
  ctx: ServiceContext,
  current: StoredNote,
  input: UpdateNoteInput,
): Promise<StoredNote | null> {
  const now = timestamp(ctx);
  const updated_at = now > current.updated_at ? now : current.updated_at;
  const title = input.title ?? current.title;
  const next: StoredNote = {
    ...current,
    title,
    content: input.content ?? current.content,
    note_type: input.note_type ?? current.note_type,
    tags: input.tags ?? current.tags,
    importance: input.importance ?? current.importance,
    archived: await archivedAfter(ctx, current, input.state),
    updated_at,
    revision: current.revision + 1,
    claimed_at: titleKey(title) === titleKey(current.title) ? current.claimed_at : updated_at,
  };
  return sameNote(current, next) ? null : next;
}

async function archivedAfter(ctx: ServiceContext, current: StoredNote, state: NoteState | undefined): Promise<boolean> {
  if (state === undefined) return current.archived;
  if (state === "archived") return true;
  if (state === "active") return false;
  const present = stateOf(current, await ctx.storage.links.states(ctx.actor.userId));
  if (state !== present)
    throw invalid("state", "state can be set to archived or active; every other state follows from the links.");
  return current.archived;
}

function view(ctx: ServiceContext, note: StoredNote): UpdatedNote {
  tellEtag(ctx, note);
  return { id: note.id, title: note.title, updated_at: note.updated_at };
}
