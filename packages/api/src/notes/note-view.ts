import type { Note, NoteDetail } from "@knote/contract";
import { stateOf } from "../kit/state-of.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { NoteWrite, StoredNote } from "../ports/note-store.ts";
import { indexTerms, titleKey } from "../text/analyze.ts";

/** Converts a stored note into the form that lists show. */
export function noteView(note: StoredNote, states: DerivedStates): Note {
  return {
    id: note.id,
    title: note.title,
    content: note.content,
    note_type: note.note_type,
    state: stateOf(note, states),
    tags: [...note.tags],
    importance: note.importance,
    created_at: note.created_at,
  };
}

export function noteDetailView(note: StoredNote, states: DerivedStates): NoteDetail {
  return { ...noteView(note, states), updated_at: note.updated_at };
}

/** Adds to a note what search needs of it. */
export function noteWrite(note: StoredNote): NoteWrite {
  return { note, terms: indexTerms([note.title, note.content, ...note.tags]), titleKey: titleKey(note.title) };
}
