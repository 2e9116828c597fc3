import type { Note } from "@knote/contract";
import { change, type OptimisticChange } from "../../remote/act.ts";
import { restoreEntries } from "../../remote/restore-entries.ts";
import type { NotePages } from "../../features/notes/note-pages.ts";
import { NOTE_LISTS } from "./use-note-list.ts";

/** Changes notes in all lists; `revert` takes the change back from the present state of a note. */
export function changeInLists(
  notes: readonly Note[],
  update: (note: Note) => Note,
  revert: (now: Note) => Note,
): OptimisticChange {
  const mine = new Set(notes.map(({ id }) => id));
  return change<NotePages>(
    NOTE_LISTS,
    (list) => withNotes(list, (pageNotes) => pageNotes.map((note) => (mine.has(note.id) ? update(note) : note))),
    (list) => withNotes(list, (pageNotes) => pageNotes.map((note) => (mine.has(note.id) ? revert(note) : note))),
  );
}

/** Removes notes from the lists; reverting puts them back in their places. */
export function removeFromLists(notes: readonly Note[]): OptimisticChange {
  const ids = new Set(notes.map(({ id }) => id));
  return change<NotePages>(
    NOTE_LISTS,
    (list) => withNotes(list, (pageNotes) => pageNotes.filter(({ id }) => !ids.has(id))),
    (list, before) =>
      withNotes(list, (pageNotes, page) => restoreEntries(pageNotes, before.pages[page]?.notes ?? [], ids)),
  );
}

function withNotes(list: NotePages, update: (notes: readonly Note[], page: number) => readonly Note[]): NotePages {
  return { ...list, pages: list.pages.map((page, index) => ({ ...page, notes: update(page.notes, index) })) };
}
