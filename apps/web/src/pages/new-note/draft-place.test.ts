import { expect, it } from "vitest";
import { createDrafts } from "../../features/notes/editor/drafts.ts";
import { EMPTY_FIELDS } from "../../features/notes/editor/note-fields.ts";
import { memoryStorage } from "../../testing/memory-storage.ts";
import { draftNameOf, placeFor } from "./draft-place.ts";

const draft = { fields: { ...EMPTY_FIELDS, title: "Naps" }, typeChosen: false, keptAt: "2026-03-01", base: null };

it("gives every place its own draft", () => {
  const names = [{}, { title: "Naps" }, { draft: "1" }, { draft: "2" }, { replaces: "1" }, { replaces: "2" }].map(
    draftNameOf,
  );
  expect(new Set(names).size).toBe(6);
  expect(draftNameOf({ title: "" })).toBe(draftNameOf({}));
});

it.each([{}, { title: "Naps" }])("restores writing to %j, or elsewhere when that place is taken", (writtenAt) => {
  const drafts = createDrafts(memoryStorage());
  const note = { id: "7", writtenAt };
  expect(placeFor(drafts, note, null)).toEqual(writtenAt);
  expect(placeFor(drafts, note, { title: "Coffee" })).toEqual(writtenAt);
  expect(placeFor(drafts, note, writtenAt)).toEqual({ draft: "7" });
  drafts.keep(draftNameOf(writtenAt), draft);
  expect(placeFor(drafts, note, null)).toEqual({ draft: "7" });
});

it("replaces the same note wherever the writing goes back to", () => {
  const drafts = createDrafts(memoryStorage());
  const note = { id: "7", writtenAt: { replaces: "1" } };
  expect(placeFor(drafts, note, null)).toEqual({ replaces: "1" });
  expect(placeFor(drafts, note, { replaces: "1" })).toEqual({ draft: "7", replaces: "1" });
});
