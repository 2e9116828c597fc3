import type { Link } from "@knote/contract";
import type { Storage } from "@knote/api";
import { expect, it } from "vitest";
import { aLink } from "../../builders/a-link.ts";
import { aNoteWrite } from "../../builders/a-note.ts";
import { aNotice } from "../../builders/a-notice.ts";
import { freshId } from "../../builders/fresh-id.ts";
import { givenOwner, type Owner } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";
import { expectRefusal } from "../refusals.ts";

export function noteLinkedInserts(open: OpenStorage): void {
  it("stores a note with its links, its terms, its states and its events", async () => {
    await using storage = await open();
    const { owner, old, older, write, links } = await givenMerge(storage);
    await storage.links.states(owner.userId);
    await storage.notes.insertLinked(owner.userId, write, links, [aNotice("created"), aNotice("linked")]);
    expect(await storage.notes.get(owner.userId, write.note.id)).toEqual(write.note);
    expect(await owner.findIds("merged")).toEqual([write.note.id]);
    expect((await storage.links.list(owner.userId, { limit: 10 })).links).toHaveLength(2);
    for (const link of links) expect(await storage.links.get(owner.userId, link)).toEqual(link);
    const { superseded } = await storage.links.states(owner.userId);
    expect([...superseded].toSorted()).toEqual([old.id, older.id].toSorted());
    expect(await storage.notes.counts(owner.userId)).toMatchObject({ totalNotes: 3, totalLinks: 2, orphans: 0 });
    const events = await storage.activity.replay(owner.userId, null);
    expect(events.map(({ event }) => event.data)).toEqual([{ query: "created" }, { query: "linked" }]);
  });

  it("stores a note without links, even for a user without notes", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const write = aNoteWrite();
    await storage.notes.insertLinked(owner.userId, write, [], []);
    expect(await storage.notes.get(owner.userId, write.note.id)).toEqual(write.note);
  });

  it("stores nothing when a target is unknown or another user's", async () => {
    await using storage = await open();
    const { owner, write, links } = await givenMerge(storage);
    const theirs = await givenOwner(storage).note();
    const purgedNote = await owner.note();
    await owner.purge(purgedNote);
    for (const target_id of [freshId(), theirs.id, purgedNote.id]) {
      const badLinks = [...links, aLink({ source_id: write.note.id, target_id, relation: "extends" })];
      await expectRefusal(storage.notes.insertLinked(owner.userId, write, badLinks, [aNotice()]), "NOT_FOUND");
    }
    await expectNothingOf(storage, owner, write.note.id);
    await storage.notes.insertLinked(owner.userId, write, links, []);
    expect((await storage.links.list(owner.userId, { limit: 10 })).links).toHaveLength(2);
  });

  it("changes no note with the same id, and stores no link for it", async () => {
    await using storage = await open();
    const { owner, old, links } = await givenMerge(storage);
    const again = aNoteWrite({ id: old.id, title: "Another claim" });
    const own = links.map((link): Link => ({ ...link, source_id: old.id, relation: "extends" })).slice(1);
    await expectRefusal(storage.notes.insertLinked(owner.userId, again, own, [aNotice()]), "CONFLICT");
    expect(await storage.notes.get(owner.userId, old.id)).toEqual(old);
    expect((await storage.links.list(owner.userId, { limit: 10 })).links).toEqual([]);
    expect(await storage.activity.replay(owner.userId, null)).toEqual([]);
  });
}

async function givenMerge(storage: Storage) {
  const owner = givenOwner(storage);
  const [old, older] = [await owner.note({ title: "Owls hunt" }), await owner.note({ title: "Owls are hunters" })];
  const write = aNoteWrite({ title: "Merged claim" });
  const { id, created_at } = write.note;
  const links = [old, older].map((target): Link => ({
    source_id: id,
    target_id: target.id,
    relation: "supersedes",
    created_at,
  }));
  return { owner, old, older, write, links };
}

async function expectNothingOf(storage: Storage, owner: Owner, id: string): Promise<void> {
  expect(await storage.notes.get(owner.userId, id)).toBeNull();
  expect(await owner.findIds("merged")).toEqual([]);
  expect((await storage.links.list(owner.userId, { limit: 10 })).links).toEqual([]);
  expect((await storage.links.states(owner.userId)).superseded.size).toBe(0);
  expect(await storage.notes.counts(owner.userId)).toMatchObject({ totalNotes: 2, totalLinks: 0, orphans: 2 });
  expect(await storage.activity.replay(owner.userId, null)).toEqual([]);
}
