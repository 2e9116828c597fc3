import { noteWrite, type NoteWrite, type StoredNote } from "@knote/api";
import { freshId } from "./fresh-id.ts";

/** Builds a valid note created now, revision 1, with the given fields. */
export function aNote(fields: Partial<StoredNote> = {}): StoredNote {
  const created_at = fields.created_at ?? new Date().toISOString();
  return {
    id: freshId(Date.parse(created_at)),
    title: "Spaced repetition beats cramming",
    content: "Reviews at growing intervals keep recall high for a fraction of the time.",
    note_type: "fact",
    tags: [],
    importance: 0.5,
    archived: false,
    created_at,
    updated_at: created_at,
    claimed_at: created_at,
    revision: 1,
    ...fields,
  };
}

/** Builds a write as the product makes it: terms and title key come from the real analysis. */
export function aNoteWrite(fields: Partial<StoredNote> = {}): NoteWrite {
  return noteWrite(aNote(fields));
}

/** Builds the next revision of a note. */
export function aRevision(note: StoredNote, changes: Partial<StoredNote> = {}): NoteWrite {
  return aNoteWrite({ ...note, revision: note.revision + 1, ...changes });
}
