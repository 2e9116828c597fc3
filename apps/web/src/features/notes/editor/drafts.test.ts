import { expect, it } from "vitest";
import { memoryStorage } from "../../../testing/memory-storage.ts";
import { createDrafts, type Draft } from "./drafts.ts";
import { EMPTY_FIELDS } from "./note-fields.ts";

const draft: Draft = {
  fields: { ...EMPTY_FIELDS, title: "Naps help", tags: ["sleep"] },
  typeChosen: true,
  keptAt: "2026-03-01T12:00:00.000Z",
  base: null,
};

it("keeps a draft of each note across reloads, until it is deleted", () => {
  const storage = memoryStorage();
  expect(createDrafts(storage).keep("new", draft)).toBe(true);
  const reloadedDrafts = createDrafts(storage);
  expect(reloadedDrafts.find("new")).toEqual(draft);
  expect(reloadedDrafts.find("other")).toBeNull();
  reloadedDrafts.forget("new");
  expect(createDrafts(storage).find("new")).toBeNull();
});

it("is stored under a name that signing out deletes", () => {
  const storage = memoryStorage();
  createDrafts(storage).keep("new", draft);
  expect(storage.key(0)).toBe("knote.draft.new");
});

it("treats a draft without a revision as one of a note that has changed since", () => {
  const storage = memoryStorage();
  const base = { fields: EMPTY_FIELDS, updatedAt: "2026-03-01T12:00:00.000Z" };
  storage.setItem("knote.draft.a", JSON.stringify({ ...draft, base }));
  expect(createDrafts(storage).find("a")?.base).toMatchObject({ fields: EMPTY_FIELDS, revision: 0 });
});

it("ignores unreadable drafts, and reports when there is no room", () => {
  const storage = memoryStorage();
  storage.setItem("knote.draft.new", "{broken");
  expect(createDrafts(storage).find("new")).toBeNull();
  storage.setItem("knote.draft.new", '{"fields":{"title":1}}');
  expect(createDrafts(storage).find("new")).toBeNull();
  storage.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  expect(createDrafts(storage).keep("new", draft)).toBe(false);
});
