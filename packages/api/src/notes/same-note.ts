import type { StoredNote } from "../ports/note-store.ts";

/** Whether two revisions are equal in everything that their owner can set. */
export function sameNote(one: StoredNote, other: StoredNote): boolean {
  return (
    one.title === other.title &&
    one.content === other.content &&
    one.note_type === other.note_type &&
    one.importance === other.importance &&
    one.archived === other.archived &&
    one.tags.length === other.tags.length &&
    one.tags.every((tag, index) => tag === other.tags[index])
  );
}
