import { foldTag, type NoteSelection, type StateSelection } from "@knote/api";
import type { mongo } from "mongoose";
import type { NoteDocument } from "../collections/notes.ts";

/** Returns the part of a selection that the database filters by: all but named ids. */
export function selectionFilter(
  userId: string,
  { noteTypes, tags, states }: NoteSelection,
): mongo.Filter<NoteDocument> & { userId: string; live: true } {
  return {
    userId,
    live: true,
    ...(noteTypes && { note_type: { $in: [...noteTypes] } }),
    ...(tags && { folded: { $in: [...new Set(tags.map(foldTag))] } }),
    ...(states && archivedOnly(states)),
  };
}

function archivedOnly({ archived, others }: StateSelection): { archived?: boolean } {
  if (others === "none") return { archived: true };
  return archived ? {} : { archived: false };
}

/** Returns a check whether a note from the database is in the selection; null when all are. */
export function isNamed(
  states: StateSelection | undefined,
): ((note: Pick<NoteDocument, "_id" | "archived">) => boolean) | null {
  const others = states?.others;
  if (others === undefined || typeof others === "string") return null;
  const isWanted = "only" in others ? (id: string) => others.only.has(id) : (id: string) => !others.except.has(id);
  return ({ _id, archived }) => archived || isWanted(_id);
}
