import type { AutoLink, CreatedNote, CreateNoteInput, NoteState } from "@knote/contract";
import { noteCreated } from "../activity/events.ts";
import type { ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import { stateOf } from "../kit/state-of.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { waitWithoutPlace } from "../kit/wait-without-place.ts";
import { embedNewHead, suggestForNewNote } from "../suggestions/suggest-links.ts";
import { timestamp } from "../time.ts";
import { tellEtag } from "./etag.ts";
import { noteCreatedMessage } from "../webhooks/messages.ts";
import { noteWrite } from "./note-view.ts";

/** Stores a note and waits a little for suggestions; the note is created even without them. */
export async function createNote(ctx: ServiceContext, input: CreateNoteInput): Promise<CreatedNote> {
  const note = newNote(input, { id: ctx.idempotency?.id ?? ctx.newId(), created_at: timestamp(ctx) });
  const head = embedNewHead(ctx, note);
  // When storing the note fails, nobody awaits `head`: its rejection must not be unhandled.
  head.catch(() => undefined);
  const storedNote = await insertOnce(ctx, note);
  const vector = await waitWithoutPlace(ctx, ctx.embedder, storedNote === note ? head : embedNewHead(ctx, storedNote));
  const autoLinks = vector === null ? [] : await suggestForNewNote(ctx, storedNote, vector);
  ctx.wakeIndexer();
  tellEtag(ctx, storedNote);
  // A new note has no links.
  const state = storedNote === note ? "active" : stateOf(storedNote, await ctx.storage.links.states(ctx.actor.userId));
  return createdView(storedNote, state, autoLinks);
}

/** Returns the first revision of a note. */
export function newNote(
  { title, content, note_type, tags, importance }: CreateNoteInput,
  { id, created_at }: Pick<StoredNote, "id" | "created_at">,
): StoredNote {
  const times = { created_at, updated_at: created_at, claimed_at: created_at };
  const firstRevision = { id, ...times, archived: false, revision: 1 };
  return { ...firstRevision, title, content, note_type, tags, importance };
}

/** Inserts a note. The id of an idempotency key belongs to one request: an existing note comes from an earlier run. */
async function insertOnce(ctx: ServiceContext, note: StoredNote): Promise<StoredNote> {
  try {
    await ctx.storage.notes.insert(ctx.actor.userId, noteWrite(note), [
      { event: noteCreated(note), message: noteCreatedMessage(ctx, note) },
    ]);
    return note;
  } catch (error) {
    if (!ctx.idempotency || !DomainError.is(error) || error.code !== "CONFLICT") throw error;
    const earlier = await ctx.storage.notes.get(ctx.actor.userId, note.id);
    if (earlier === null) throw error;
    return earlier;
  }
}

function createdView(note: StoredNote, state: NoteState, autoLinks: AutoLink[]): CreatedNote {
  const { id, title, note_type, importance, created_at } = note;
  return { id, title, note_type, state, importance, tags: [...note.tags], created_at, auto_links: autoLinks };
}
