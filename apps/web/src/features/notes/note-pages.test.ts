import type { Note } from "@knote/contract";
import { describe, expect, it } from "vitest";
import { type NotePages, notesOf, pagesBetween, withFreshPage } from "./note-pages.ts";

/** A note whose id is the second of its creation; lists have the newest first. */
function note(second: number, title = "A claim"): Note {
  const at = new Date(second * 1000).toISOString();
  const kind = { note_type: "fact", state: "active", importance: 0.5 } as const;
  return { id: String(second).padStart(4, "0"), title, content: "Because.", tags: [], created_at: at, ...kind };
}

function list(...pages: number[][]): NotePages {
  return {
    pageParams: pages.map((_, index) => (index === 0 ? undefined : `c${index}`)),
    pages: pages.map((seconds, index) => ({
      notes: seconds.map((second) => note(second)),
      next: index === pages.length - 1 ? null : `c${index + 1}`,
      version: 0,
    })),
  };
}

const seconds = (pages: NotePages) => notesOf(pages).map(({ id }) => Number(id));

describe("a page read again", () => {
  it("adds a new note, and loses none that it pushed off the end", () => {
    const fresh = { notes: [note(7), note(6), note(5)], next: "x", version: 1 };
    expect(seconds(withFreshPage(list([6, 5, 4], [3, 2, 1]), 0, fresh))).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it("drops a deleted note, and does not repeat notes that moved up", () => {
    const fresh = { notes: [note(6), note(4), note(3)], next: "x", version: 1 };
    const pages = withFreshPage(list([6, 5, 4], [3, 2, 1]), 0, fresh);
    expect(seconds(pages)).toEqual([6, 4, 3, 2, 1]);
    expect(pages.pages[1]).toEqual(list([6, 5, 4], [3, 2, 1]).pages[1]);
  });

  it("shows a change, and leaves other pages as they were", () => {
    const before = list([4, 3], [2, 1]);
    const after = withFreshPage(before, 1, { notes: [note(2, "Changed"), note(1)], next: null, version: 1 });
    expect(notesOf(after).map(({ title }) => title)).toEqual(["A claim", "A claim", "Changed", "A claim"]);
    expect(after.pages[0]).toBe(before.pages[0]);
    expect(after.pages.map(({ version }) => version)).toEqual([0, 1]);
  });

  it("can be empty or no longer in the list", () => {
    expect(seconds(withFreshPage(list([1]), 0, { notes: [], next: null, version: 1 }))).toEqual([]);
    expect(withFreshPage(list([1]), 5, { notes: [], next: null, version: 1 })).toEqual(list([1]));
  });
});

it("returns the visible pages", () => {
  const pages = list([9, 8, 7], [6, 5, 4], [3, 2, 1]);
  expect(pagesBetween(pages, 0, 2)).toEqual([0]);
  expect(pagesBetween(pages, 2, 3)).toEqual([0, 1]);
  expect(pagesBetween(pages, 4, 8)).toEqual([1, 2]);
  expect(pagesBetween(pages, 9, 20)).toEqual([]);
  expect(pagesBetween(list([]), 0, 0)).toEqual([0]);
});
