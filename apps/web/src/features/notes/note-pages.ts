import type { Note } from "@knote/contract";
import type { InfiniteData } from "@tanstack/react-query";

/** A page of a list as the server returns it. */
export interface NotePage {
  readonly notes: readonly Note[];
  /** Where the next page starts; null at the end. */
  readonly next: string | null;
  /** The search that the notes match, when nothing matched the one sent. */
  readonly correction?: string | undefined;
  /** Number of changes to notes before this page was read; a page with an old number is read again. */
  readonly version: number;
}

export type NotePages = InfiniteData<NotePage, string | undefined>;

/** Returns the notes of all pages, each once. */
export function notesOf({ pages }: NotePages): Note[] {
  return [...new Map(pages.flatMap(({ notes }) => notes).map((note) => [note.id, note])).values()];
}

/**
 * Replaces a page with a fresh copy. Notes that newer ones pushed off its end stay, because the next page still starts
 * where it did; notes that a deletion let in are dropped, because the next page has them.
 */
export function withFreshPage(
  list: NotePages,
  index: number,
  fresh: NotePage,
  order: "newest" | "best match" = "newest",
): NotePages {
  const old = list.pages[index];
  if (!old) return list;
  const isLast = index === list.pages.length - 1;
  const later = new Set(list.pages.slice(index + 1).flatMap(({ notes }) => notes.map(({ id }) => id)));
  const last = fresh.notes.at(-1);
  const mayPush = order === "newest" && fresh.next !== null && last !== undefined;
  const pushedOff = mayPush ? old.notes.filter((note) => isAfter(note, last)) : [];
  const pushedIds = new Set(pushedOff.map(({ id }) => id));
  const notes = [...fresh.notes.filter(({ id }) => !later.has(id) && !pushedIds.has(id)), ...pushedOff];
  const next = isLast && pushedOff.length === 0 ? fresh.next : old.next;
  return { ...list, pages: list.pages.with(index, { ...fresh, notes, next }) };
}

/** Returns the pages that contain the entries from `first` to `last`; for an empty list, its one page. */
export function pagesBetween({ pages }: NotePages, first: number, last: number): number[] {
  if (pages.every(({ notes }) => notes.length === 0)) return pages.length === 0 ? [] : [0];
  const visiblePages: number[] = [];
  let start = 0;
  for (const [index, { notes }] of pages.entries()) {
    const end = start + notes.length - 1;
    if (end >= first && start <= last) visiblePages.push(index);
    start = end + 1;
  }
  return visiblePages;
}

/** Whether a note comes after another in a list with the newest first. */
function isAfter(note: Note, other: Note): boolean {
  return note.created_at === other.created_at ? note.id < other.id : note.created_at < other.created_at;
}
