import { isCreatedIn, type NoteSelection, type SelectedNote, type StoredNote } from "../ports/note-store.ts";
import { foldTag } from "../text/analyze.ts";

/** Whether the note matches the selection. */
export function isSelected(
  note: SelectedNote,
  { noteTypes, tags, withoutTags, states, time, unchangedSince }: NoteSelection,
): boolean {
  if (unchangedSince !== undefined && note.updated_at > unchangedSince) return false;
  if (noteTypes && !noteTypes.includes(note.note_type)) return false;
  if (tags && !hasAnyTag(note, tags)) return false;
  if (withoutTags && hasAnyTag(note, withoutTags)) return false;
  if (time && !isCreatedIn(time, note.created_at)) return false;
  if (!states) return true;
  if (note.archived) return states.archived;
  if (states.others === "all" || states.others === "none") return states.others === "all";
  return "only" in states.others ? states.others.only.has(note.id) : !states.others.except.has(note.id);
}

/** Whether the note has one of the tags. */
export function hasAnyTag(note: Pick<StoredNote, "tags">, tags: readonly string[]): boolean {
  const foldedTags = new Set(tags.map(foldTag));
  return note.tags.some((tag) => foldedTags.has(foldTag(tag)));
}
