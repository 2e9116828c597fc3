import type { StoredNote } from "../ports/note-store.ts";

type Fields = Pick<StoredNote, "title" | "content" | "note_type" | "importance" | "tags">;

/** Whether two revisions are equal in everything that their owner can set. */
export function sameNote(one: StoredNote, other: StoredNote): boolean {
  return one.archived === other.archived && sameFields(one, other);
}

/** Whether two revisions are equal in everything that their owner can set, apart from the archive flag. */
export function sameFields(one: Fields, other: Fields): boolean {
  return (
    one.title === other.title &&
    one.content === other.content &&
    one.note_type === other.note_type &&
    one.importance === other.importance &&
    one.tags.length === other.tags.length &&
    one.tags.every((tag, index) => tag === other.tags[index])
  );
}
