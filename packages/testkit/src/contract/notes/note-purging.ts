import type { Storage } from "@knote/api";
import { expect, it } from "vitest";
import { aNote } from "../../builders/a-note.ts";
import { givenOwner } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

/** Earlier than the deletes of all other tests. */
const LONG_AGO = ["2001-01-01T00:00:00.000Z", "2001-01-02T00:00:00.000Z", "2001-01-03T00:00:00.000Z"] as const;

export function notePurging(open: OpenStorage): void {
  it.each([
    ["live", false],
    ["deleted", true],
  ])("removes a %s note with its links, history and terms for good", async (_, deletedBefore) => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [note, other] = [await owner.note({ title: "Owls" }), await owner.note({ title: "Bats" })];
    const link = await owner.link(note, "supersedes", other);
    if (deletedBefore) await owner.delete(note);
    expect(await owner.purge(note)).toBe(true);
    expect(await owner.restore(note)).toBe(false);
    expect(await storage.notes.get(owner.userId, note.id)).toBeNull();
    expect(await storage.notes.history(owner.userId, note.id, { limit: 100 })).toEqual([]);
    expect(await owner.findIds("owls")).toEqual([]);
    expect(await storage.links.get(owner.userId, link)).toBeNull();
    expect(await storage.links.supersedes(owner.userId, note.id, other.id)).toBe(false);
    expect(await storage.notes.counts(owner.userId)).toMatchObject({ totalNotes: 1, totalLinks: 0, orphans: 1 });
  });

  it("purges a note once, and no unknown one", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const note = await owner.note();
    expect(await owner.purge(note)).toBe(true);
    expect(await owner.purge(note)).toBe(false);
    expect(await owner.purge(aNote())).toBe(false);
  });

  it("leaves other notes and their links alone", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [purgedNote, one, two] = [await owner.note(), await owner.note({ title: "Owls" }), await owner.note()];
    const link = await owner.link(one, "extends", two);
    await owner.link(purgedNote, "extends", one);
    await owner.purge(purgedNote);
    expect((await storage.links.list(owner.userId, { limit: 10 })).links).toEqual([link]);
    expect(await owner.findIds("owls")).toEqual([one.id]);
  });

  it("purges only notes deleted before a time, of all users", async () => {
    await using storage = await open();
    await emptyOldTrash(storage);
    const [ada, grace] = [givenOwner(storage), givenOwner(storage)];
    const [old, recent, live] = [
      await ada.note(),
      await ada.note(),
      await ada.note({ created_at: "2000-01-01T00:00:00.000Z" }),
    ];
    const hers = await grace.note();
    await storage.notes.delete(ada.userId, old.id, LONG_AGO[0], []);
    await storage.notes.delete(grace.userId, hers.id, LONG_AGO[0], []);
    await storage.notes.delete(ada.userId, recent.id, LONG_AGO[1], []);
    expect(await storage.notes.purgeDeletedBefore(LONG_AGO[1], 100)).toBe(2);
    expect(await ada.restore(old)).toBe(false);
    expect(await grace.restore(hers)).toBe(false);
    expect(await ada.restore(recent)).toBe(true);
    expect(await storage.notes.get(ada.userId, live.id)).toEqual(live);
  });

  it("counts from the latest delete, and never purges a restored note", async () => {
    await using storage = await open();
    await emptyOldTrash(storage);
    const owner = givenOwner(storage);
    const [again, restoredNote] = [await owner.note(), await owner.note()];
    for (const { id } of [again, restoredNote]) {
      await storage.notes.delete(owner.userId, id, LONG_AGO[0], []);
      await storage.notes.restore(owner.userId, id, () => []);
    }
    await storage.notes.delete(owner.userId, again.id, LONG_AGO[2], []);
    expect(await storage.notes.purgeDeletedBefore(LONG_AGO[1], 100)).toBe(0);
    expect(await storage.notes.get(owner.userId, restoredNote.id)).toEqual(restoredNote);
    expect(await owner.restore(again)).toBe(true);
  });

  it("purges at most `limit` per call and continues with the next", async () => {
    await using storage = await open();
    await emptyOldTrash(storage);
    const owner = givenOwner(storage);
    for (let index = 0; index < 5; index++) {
      const { id } = await owner.note();
      await storage.notes.delete(owner.userId, id, LONG_AGO[0], []);
    }
    const purge = () => storage.notes.purgeDeletedBefore(LONG_AGO[1], 2);
    expect([await purge(), await purge(), await purge(), await purge()]).toEqual([2, 2, 1, 0]);
  });
}

/** Purges old notes that an earlier, failed test may have left. */
async function emptyOldTrash(storage: Storage): Promise<void> {
  while ((await storage.notes.purgeDeletedBefore(LONG_AGO[2], 100)) > 0);
}
