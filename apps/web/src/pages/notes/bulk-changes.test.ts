import type { Note } from "@knote/contract";
import { expect, it } from "vitest";
import type { NotePages } from "../../features/notes/note-pages.ts";
import { changeInLists, removeFromLists } from "./bulk-changes.ts";

const note = (id: string, more: Partial<Note> = {}): Note => ({
  id,
  title: `Note ${id}`,
  content: "Because.",
  note_type: "fact",
  state: "active",
  tags: [],
  importance: 0.5,
  created_at: "2026-03-01T12:00:00.000Z",
  ...more,
});
const list = (...pages: Note[][]): NotePages => ({
  pageParams: pages.map(() => undefined),
  pages: pages.map((notes) => ({ notes, next: null, version: 0 })),
});
// Safe because both changes are made for lists of notes.
const asListChange = (optimistic: ReturnType<typeof removeFromLists>) =>
  optimistic as unknown as {
    update: (old: NotePages) => NotePages;
    revert: (now: NotePages, before: NotePages) => NotePages;
  };
const idsOnPages = ({ pages }: NotePages) => pages.map(({ notes }) => notes.map(({ id }) => id).join(""));

it("restores the deleted notes, but none that were deleted later", () => {
  const before = list([note("a"), note("b")], [note("c"), note("d")]);
  const first = asListChange(removeFromLists([note("a"), note("d")]));
  const afterFirst = first.update(before);
  expect(idsOnPages(afterFirst)).toEqual(["b", "c"]);
  const afterSecond = asListChange(removeFromLists([note("c")])).update(afterFirst);
  expect(idsOnPages(first.revert(afterSecond, before))).toEqual(["ab", "d"]);
});

it("takes back its own change to a note, but no later change", () => {
  const tagChange = asListChange(
    changeInLists(
      [note("a")],
      (one) => ({ ...one, tags: [...one.tags, "new"] }),
      (one) => ({ ...one, tags: one.tags.filter((tag) => tag !== "new") }),
    ),
  );
  const before = list([note("a"), note("b", { tags: ["new"] })]);
  const after = tagChange.update(before);
  const later = list([{ ...after.pages[0]!.notes[0]!, title: "Renamed" }, note("b", { tags: ["new"] })]);
  expect(tagChange.revert(later, before).pages[0]!.notes).toEqual([
    note("a", { title: "Renamed" }),
    note("b", { tags: ["new"] }),
  ]);
});
