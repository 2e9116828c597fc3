import type { CreateNoteInput, Link, Relation } from "@knote/contract";
import { noteCreated, noteLinked } from "../activity/events.ts";
import type { ServiceContext } from "../context.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { timestamp } from "../time.ts";
import { linkCreatedMessage, noteCreatedMessage } from "../webhooks/messages.ts";
import { newNote } from "./create-note.ts";
import { noteWrite } from "./note-view.ts";

/** Stores a note together with its links to others, atomically. */
export async function createLinkedNote(
  ctx: ServiceContext,
  input: CreateNoteInput,
  to: { readonly relation: Relation; readonly targets: readonly StoredNote[] },
): Promise<StoredNote> {
  const note = newNote(input, { id: ctx.newId(), created_at: timestamp(ctx) });
  const creation = { event: noteCreated(note), message: noteCreatedMessage(ctx, note) };
  const linksWithNotices = to.targets.map((target) => {
    const ends = { source_id: note.id, target_id: target.id, relation: to.relation };
    const link: Link = { ...ends, created_at: note.created_at };
    const message = linkCreatedMessage(ctx, link, note, target);
    return { link, notice: { event: noteLinked(link, note, target), message } };
  });
  const notices = [creation, ...linksWithNotices.map(({ notice }) => notice)];
  const links = linksWithNotices.map(({ link }) => link);
  await ctx.storage.notes.insertLinked(ctx.actor.userId, noteWrite(note), links, notices);
  ctx.wakeIndexer();
  return note;
}
