import { CreateNoteInput, type MergedNote, type MergeInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { invalid, noteNotFound } from "../errors.ts";
import { createLinkedNote } from "../notes/create-linked-note.ts";
import type { StoredNote } from "../ports/note-store.ts";

/** Creates one note with the contents of both that supersedes them, atomically. */
export async function mergeNotes(ctx: ServiceContext, input: MergeInput): Promise<MergedNote> {
  const notes = await ctx.storage.notes.getMany(ctx.actor.userId, [input.newer, input.older]);
  const newer = notes.find(({ id }) => id === input.newer);
  const older = notes.find(({ id }) => id === input.older);
  if (!newer || !older) throw noteNotFound();
  const { id } = await createLinkedNote(ctx, mergeContents(newer, older), {
    relation: "supersedes",
    targets: [newer, older],
  });
  return { id };
}

/** Combines two notes. Throws INVALID when the result is too long for one note. */
function mergeContents(newer: StoredNote, older: StoredNote): CreateNoteInput {
  const { success, data, error } = CreateNoteInput.safeParse({
    title: newer.title,
    content: newer.content === older.content ? newer.content : `${newer.content}\n\n${older.content}`,
    note_type: newer.note_type,
    tags: [...newer.tags, ...older.tags],
    importance: Math.max(newer.importance, older.importance),
  });
  if (success) return data;
  const { path, message } = error.issues[0]!;
  throw invalid(path.join("."), `Both notes together are too much for one: ${message}`);
}
