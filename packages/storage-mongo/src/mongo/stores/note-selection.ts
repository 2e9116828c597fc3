import { foldTag, type TimeRange, type NoteSelection, type StateSelection } from "@knote/api";
import type { mongo } from "mongoose";
import type { NoteDocument } from "../collections/notes.ts";

/** Returns the part of a selection that the database filters by: all but named ids. */
export function selectionFilter(
  userId: string,
  { noteTypes, tags, withoutTags, states, time, unchangedSince }: NoteSelection,
): mongo.Filter<NoteDocument> & { userId: string; live: true } {
  return {
    userId,
    live: true,
    ...(noteTypes && { note_type: { $in: [...noteTypes] } }),
    ...((tags ?? withoutTags) && {
      folded: { ...(tags && { $in: foldAll(tags) }), ...(withoutTags && { $nin: foldAll(withoutTags) }) },
    }),
    ...(time && { $nor: outside(time) }),
    ...(unchangedSince !== undefined && { updated_at: { $lte: unchangedSince } }),
    ...(states && archivedOnly(states)),
  };
}

function foldAll(tags: readonly string[]): string[] {
  return [...new Set(tags.map(foldTag))];
}

/** Returns what is outside of the range. As `$nor`, it leaves `created_at` to the positions of pages. */
function outside({ from, before }: TimeRange): mongo.Filter<NoteDocument>[] {
  // No time sorts before the empty text.
  return [{ created_at: { $lt: from ?? "" } }, ...(before === undefined ? [] : [{ created_at: { $gte: before } }])];
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
