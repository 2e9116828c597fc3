import type { ImportResult } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { getNotes } from "../kit/stored-notes.ts";
import { sameNote } from "../past/same-note.ts";
import type { KeyedOutcome, KeyedWrite, StoredNote } from "../ports/note-store.ts";

export interface NoteEntry {
  readonly line: number;
  readonly write: KeyedWrite;
}

/** Stores the notes whose key is new. Never changes an existing note. */
export async function importNotes(ctx: ServiceContext, lines: readonly NoteEntry[]): Promise<ImportResult[]> {
  const own = await notesOfOwnIds(ctx, lines);
  const ownOf = ({ write: { key } }: NoteEntry) => (key === null ? undefined : own.get(key));
  const newLines = own.size === 0 ? lines : lines.filter((line) => !ownOf(line));
  const writes = newLines.map(({ write }) => write);
  const outcomes = writes.length === 0 ? [] : await ctx.storage.notes.insertMany(ctx.actor.userId, writes);
  return [
    ...lines.flatMap((line) => {
      const earlier = ownOf(line);
      return earlier ? [existing(line.line, earlier, line.write.note)] : [];
    }),
    ...newLines.map(({ line, write }, index) => resultOf(line, write, outcomes[index]!)),
  ];
}

/** Finds live notes whose id is the key of a line: Knote's own exports use ids as keys. */
async function notesOfOwnIds(ctx: ServiceContext, lines: readonly NoteEntry[]): Promise<Map<string, StoredNote>> {
  const ids = lines.flatMap(({ write: { key } }) => (key !== null && ID.test(key) ? [key] : []));
  if (ids.length === 0) return new Map();
  const idsByName = await ctx.storage.notes.findByKeysOrIds(ctx.actor.userId, ids);
  return await getNotes(
    ctx,
    ids.filter((id) => idsByName.get(id) === id),
  );
}

function resultOf(line: number, { note }: KeyedWrite, outcome: KeyedOutcome): ImportResult {
  if (outcome.created) return { line, status: "created", id: note.id };
  const { earlier, isDeleted } = outcome;
  return isDeleted ? { line, status: "exists", id: earlier.id, detail: DELETED_DETAIL } : existing(line, earlier, note);
}

function existing(line: number, earlier: StoredNote, importedNote: StoredNote): ImportResult {
  return {
    line,
    status: "exists",
    id: earlier.id,
    ...(!sameNote(earlier, importedNote) && { detail: DIFFERENT_DETAIL }),
  };
}

const ID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;
const DELETED_DETAIL = "The note of this key was deleted; it can be restored until it is purged.";
const DIFFERENT_DETAIL = "The note of this key says something else; it was left as it is.";
