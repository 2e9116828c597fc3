import type { AutoLink, CreatedNote, CreateNoteInput } from "@knote/contract";
import { LIMITS } from "@knote/contract";
import { noteCreated } from "../activity/events.ts";
import type { ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import { stateOf } from "../links/derive-states.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { suggestForNewNote } from "../recall/suggest-links.ts";
import { timestamp } from "../time.ts";
import { noteWrite } from "./note-view.ts";

/** Stores a note, then waits a little for suggestions; without them the note is created all the same. */
export async function createNote(ctx: ServiceContext, input: CreateNoteInput): Promise<CreatedNote> {
  const note = newNote(input, { id: ctx.idempotency?.id ?? ctx.newId(), created_at: timestamp(ctx) });
  const stored = await insertOnce(ctx, note);
  const autoLinks = await suggestForNewNote(ctx, stored, LIMITS.autoLinks);
  ctx.wakeIndexer();
  return await createdView(ctx, stored, autoLinks);
}

/** The first revision of a note. */
export function newNote(
  { title, content, note_type, tags, importance }: CreateNoteInput,
  { id, created_at }: Pick<StoredNote, "id" | "created_at">,
): StoredNote {
  const made = { id, created_at, updated_at: created_at, archived: false, revision: 1 };
  return { ...made, title, content, note_type, tags, importance };
}

/** Of a request that runs again after a crash, the note may stand already: then that one is answered. */
async function insertOnce(ctx: ServiceContext, note: StoredNote): Promise<StoredNote> {
  try {
    await ctx.storage.notes.insert(ctx.actor.userId, noteWrite(note), [noteCreated(note)]);
    return note;
  } catch (error) {
    if (!ctx.idempotency?.rerun || !DomainError.is(error) || error.code !== "CONFLICT") throw error;
    const earlier = await ctx.storage.notes.get(ctx.actor.userId, note.id);
    if (earlier === null) throw error;
    return earlier;
  }
}

async function createdView(ctx: ServiceContext, note: StoredNote, autoLinks: AutoLink[]): Promise<CreatedNote> {
  const { id, title, note_type, importance, created_at } = note;
  // A note that was just made has no links; only a rerun can find it in another state.
  const state = ctx.idempotency?.rerun ? stateOf(note, await ctx.storage.links.states(ctx.actor.userId)) : "active";
  return { id, title, note_type, state, importance, tags: [...note.tags], created_at, auto_links: autoLinks };
}
