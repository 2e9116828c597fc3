import type { NoteSelection } from "@knote/api";
import type { Row } from "./note-row.ts";

/** Returns whether type and state are selected; tags are left to the index. */
export function isSelected(row: Row, { noteTypes, states }: NoteSelection): boolean {
  if (noteTypes && !(noteTypes as readonly unknown[]).includes(row["note_type"])) return false;
  if (!states) return true;
  if (row["archived"] === 1) return states.archived;
  const { others } = states;
  if (typeof others === "string") return others === "all";
  const id = row["id"] as string;
  return "only" in others ? others.only.has(id) : !others.except.has(id);
}

/** Returns whether the selection contains every note. */
export function isUnfiltered({ noteTypes, tags, states }: NoteSelection): boolean {
  const anyState =
    states === undefined ||
    (states.archived &&
      (states.others === "all" ||
        (typeof states.others === "object" && "except" in states.others && states.others.except.size === 0)));
  return noteTypes === undefined && tags === undefined && anyState;
}
