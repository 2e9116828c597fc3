import { aNote } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import type { StoredRevision } from "../ports/note-store.ts";
import { withArchiveFlags } from "./archive-flags.ts";

const TIME = "2026-03-01T12:00:00.000Z";

function revision(number: number, title: string, archived: boolean | null): StoredRevision {
  const { content, note_type, importance } = aNote();
  return { revision: number, title, content, note_type, tags: [], importance, updated_at: TIME, archived };
}

function flags(earlier: readonly StoredRevision[], present: { title: string; archived: boolean }): boolean[] {
  const note = aNote({ ...present, revision: earlier.length + 1 });
  return withArchiveFlags(note, earlier).map(({ archived }) => archived);
}

describe("archive flags of earlier revisions", () => {
  it("keeps the flags that were stored", () => {
    const earlier = [revision(1, "One", true), revision(2, "One", true), revision(3, "Two", false)];
    expect(flags(earlier, { title: "Two", archived: false })).toEqual([true, true, false]);
  });

  it("takes two neighbours that are alike in all else for one archiving, and an edit for no change of the flag", () => {
    const earlier = [revision(1, "One", null), revision(2, "Two", null), revision(3, "Two", null)];
    expect(flags(earlier, { title: "Two", archived: true })).toEqual([true, true, false]);
    expect(flags(earlier, { title: "Three", archived: true })).toEqual([false, false, true]);
  });

  it("works on from the first flag that was stored", () => {
    const earlier = [revision(1, "One", null), revision(2, "One", true), revision(3, "Two", false)];
    expect(flags(earlier, { title: "Two", archived: true })).toEqual([false, true, false]);
  });

  it("has none for a note that was never changed", () => {
    expect(flags([], { title: "One", archived: true })).toEqual([]);
  });
});
