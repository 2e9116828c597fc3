import type { NoteSelection, StoredNote } from "../ports/note-store.ts";
import { foldTag } from "../text/analyze.ts";

/** Whether the note matches the selection. */
export function isSelected(note: StoredNote, { noteTypes, tags, states }: NoteSelection): boolean {
  if (noteTypes && !noteTypes.includes(note.note_type)) return false;
  if (tags) {
    const wantedTags = new Set(tags.map(foldTag));
    if (!note.tags.some((tag) => wantedTags.has(foldTag(tag)))) return false;
  }
  if (!states) return true;
  if (note.archived) return states.archived;
  if (states.others === "all" || states.others === "none") return states.others === "all";
  return "only" in states.others ? states.others.only.has(note.id) : !states.others.except.has(note.id);
}
