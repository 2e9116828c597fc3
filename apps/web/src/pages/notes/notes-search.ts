import type { NoteState, NoteType } from "@knote/contract";
import { tagsAsText } from "../../features/notes/tag-link.tsx";
import { NOTE_STATES, NOTE_TYPES } from "../../features/notes/note-types.ts";

/** The list's search and filters as in the URL; several values of one filter are joined by commas. */
export interface NotesSearch {
  readonly q?: string | undefined;
  readonly type?: string | undefined;
  readonly state?: string | undefined;
  readonly tag?: string | undefined;
  /** Only notes that need review. */
  readonly review?: "needed" | undefined;
  /** Order of a search; without it, the best match comes first. */
  readonly sort?: "newest" | undefined;
}

export function readNotesSearch(search: Record<string, unknown>): NotesSearch {
  const text = (name: string): object => {
    const value = search[name];
    return (typeof value === "string" && value !== "") || typeof value === "number" ? { [name]: String(value) } : {};
  };
  return {
    ...text("q"),
    ...text("type"),
    ...text("state"),
    ...text("tag"),
    ...(search["review"] === "needed" && { review: "needed" }),
    ...(search["sort"] === "newest" && { sort: "newest" }),
  };
}

export interface NoteFilters {
  readonly note_type: readonly NoteType[];
  readonly state: readonly NoteState[];
  readonly tag: readonly string[];
}

/** Parses the filters, without unknown names, because a URL can be written by hand. */
export function filtersOf({ type, state, tag }: NotesSearch): NoteFilters {
  return {
    note_type: NOTE_TYPES.filter((name) => split(type).includes(name)),
    state: NOTE_STATES.filter((name) => split(state).includes(name)),
    tag: split(tag),
  };
}

/** Adds the value to the list, or removes it if present; returns the list as in the URL. */
export function toggleInList(list: readonly string[], value: string): string | undefined {
  const next = list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
  return next.length === 0 ? undefined : tagsAsText(next);
}

function split(list = ""): string[] {
  return list
    .split(",")
    .filter(Boolean)
    .map((one) => one.replaceAll("%2C", ","));
}
