import { hasAnyTag, isCreatedIn, type NoteSelection, type StoredNote } from "@knote/api";
import type { Row } from "./note-row.ts";

/** Returns whether type, time and state are selected; what `isRestSelected` checks is not in the index. */
export function isSelected(row: Row, { noteTypes, states, time }: NoteSelection): boolean {
  if (time && !isCreatedIn(time, row["created_at"] as string)) return false;
  if (noteTypes && !(noteTypes as readonly unknown[]).includes(row["note_type"])) return false;
  if (!states) return true;
  if (row["archived"] === 1) return states.archived;
  const { others } = states;
  if (typeof others === "string") return others === "all";
  const id = row["id"] as string;
  return "only" in others ? others.only.has(id) : !others.except.has(id);
}

/** Returns whether the rest is selected, apart from `tags`. */
export function isRestSelected(note: StoredNote, { withoutTags = [], unchangedSince }: NoteSelection): boolean {
  return !hasAnyTag(note, withoutTags) && (unchangedSince === undefined || note.updated_at <= unchangedSince);
}

/** Returns whether the selection contains every note. */
export function isUnfiltered({ states, ...filters }: NoteSelection): boolean {
  const anyState =
    states === undefined ||
    (states.archived &&
      (states.others === "all" ||
        (typeof states.others === "object" && "except" in states.others && states.others.except.size === 0)));
  return anyState && Object.values(filters).every((filter) => filter === undefined);
}
