import { titleKey } from "@knote/api";
import { expect, it } from "vitest";
import { aNote } from "../../builders/a-note.ts";
import { givenOwner, idsOf, REMOVED_AT } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

export function noteDeleting(open: OpenStorage): void {
  it("hides a deleted note from every reader at once", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [liveNote, note] = [
      await owner.note({ title: "Bats" }),
      await owner.note({ title: "Owls", tags: ["birds"] }),
    ];
    await owner.link(note, "supersedes", liveNote);
    expect(await owner.delete(note)).toBe(true);
    expect(await storage.notes.get(owner.userId, note.id)).toBeNull();
    expect(idsOf(await storage.notes.getMany(owner.userId, [note.id, liveNote.id]))).toEqual([liveNote.id]);
    expect(idsOf(await storage.notes.list(owner.userId, {}, { limit: 10 }))).toEqual([liveNote.id]);
    expect(await storage.notes.list(owner.userId, { tags: ["birds"] }, { limit: 10 })).toEqual([]);
    expect(await storage.notes.history(owner.userId, note.id, { limit: 100 })).toEqual([]);
    expect(await storage.notes.findByTitleKeys(owner.userId, [titleKey("Owls")])).toEqual(new Map());
    expect(await owner.findIds("owls")).toEqual([]);
    expect(await storage.links.states(owner.userId)).toEqual({
      superseded: new Set(),
      contested: new Set(),
      newerOf: new Map(),
      olderOf: new Map(),
      contradictions: [],
      contradictionsOf: new Map(),
    });
  });

  it("brings a restored note back with its links, terms and history", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [older, first] = [await owner.note({ title: "Bats" }), await owner.note({ title: "Owl" })];
    const note = await owner.revise(first, { title: "Owls hunt", tags: ["birds"] });
    const link = await owner.link(note, "supersedes", older);
    await owner.delete(note);
    expect(await owner.restore(note)).toBe(true);
    expect(await storage.notes.get(owner.userId, note.id)).toEqual(note);
    expect(idsOf(await storage.notes.list(owner.userId, {}, { limit: 10 }))).toEqual(idsOf([note, older]));
    expect((await storage.notes.history(owner.userId, note.id, { limit: 100 })).map(({ title }) => title)).toEqual([
      "Owls hunt",
      "Owl",
    ]);
    expect(await owner.findIds("owls birds")).toEqual([note.id]);
    expect(await storage.links.get(owner.userId, link)).toEqual(link);
    expect((await storage.links.states(owner.userId)).superseded).toEqual(new Set([older.id]));
    expect((await storage.notes.findByTitleKeys(owner.userId, [titleKey("Owls hunt")])).size).toBe(1);
  });

  it("deletes a note once, and again after it was restored", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const note = await owner.note();
    expect(await owner.delete(note)).toBe(true);
    expect(await owner.delete(note)).toBe(false);
    await owner.restore(note);
    expect(await owner.delete(note)).toBe(true);
    expect(await storage.notes.get(owner.userId, note.id)).toBeNull();
  });

  it("deletes a note at the given revision only", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const first = await owner.note();
    const second = await owner.revise(first, { title: "Owls" });
    const deleteAt = (revision: number) => storage.notes.delete(owner.userId, first.id, REMOVED_AT, [], revision);
    expect(await deleteAt(1)).toBe(false);
    expect(await deleteAt(3)).toBe(false);
    expect(await storage.notes.get(owner.userId, first.id)).toEqual(second);
    expect(await deleteAt(2)).toBe(true);
    expect(await storage.notes.get(owner.userId, first.id)).toBeNull();
  });

  it("lets one of many parallel deletes succeed", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const note = await owner.note();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => owner.delete(note)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  it("does not change a live note that is restored", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const note = await owner.note();
    expect(await owner.restore(note)).toBe(true);
    expect(await storage.notes.get(owner.userId, note.id)).toEqual(note);
  });

  it("does not restore a note that is unknown, purged or another user's", async () => {
    await using storage = await open();
    const [owner, other] = [givenOwner(storage), givenOwner(storage)];
    const [purgedNote, deletedNote] = [await owner.note(), await owner.note()];
    await owner.purge(purgedNote);
    await owner.delete(deletedNote);
    expect(await owner.restore(aNote())).toBe(false);
    expect(await owner.restore(purgedNote)).toBe(false);
    expect(await other.restore(deletedNote)).toBe(false);
    expect(await storage.notes.get(owner.userId, deletedNote.id)).toBeNull();
    expect(await storage.notes.get(other.userId, deletedNote.id)).toBeNull();
  });

  it("deletes nothing of another user", async () => {
    await using storage = await open();
    const [owner, other] = [givenOwner(storage), givenOwner(storage)];
    const note = await owner.note();
    expect(await other.delete(note)).toBe(false);
    expect(await other.purge(note)).toBe(false);
    expect(await storage.notes.get(owner.userId, note.id)).toEqual(note);
  });

  it("can revise a restored note", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const note = await owner.note({ title: "Owls" });
    await owner.delete(note);
    await owner.restore(note);
    const revisedNote = await owner.revise(note, { title: "Bats" });
    expect(await storage.notes.get(owner.userId, note.id)).toEqual(revisedNote);
    expect(await owner.findIds("owls")).toEqual([]);
    expect(await owner.findIds("bats")).toEqual([note.id]);
  });
}
