import { noteWrite, type ChangedNote, type Storage, type StoredNote } from "@knote/api";
import { expect, it } from "vitest";
import { aNote } from "../../builders/a-note.ts";
import { freshId } from "../../builders/fresh-id.ts";
import { givenOwner, minute, type Owner } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

export function notePast(open: OpenStorage): void {
  it("returns the notes that were changed after a time, by the time of their last change", async () => {
    await using storage = await open();
    const [owner, stranger] = [givenOwner(storage), givenOwner(storage)];
    const [first, second, third] = await owner.notes(["First", "Second", "Never changed"]);
    await stranger.revise((await stranger.notes(["Theirs"]))[0]!, { updated_at: minute(30) });
    await owner.revise(await owner.revise(first!, at(20, "One")), at(40, "Two"));
    await owner.revise(second!, at(30, "Three"));
    expect(await changesOf(storage, owner, minute(0))).toEqual([
      { id: second!.id, created_at: minute(1), updated_at: minute(30), text_changed_at: minute(30), archived: false },
      { id: first!.id, created_at: minute(0), updated_at: minute(40), text_changed_at: minute(40), archived: false },
    ]);
    expect(idsOf(await changesOf(storage, owner, minute(30)))).toEqual([first!.id]);
    expect(await changesOf(storage, owner, minute(40))).toEqual([]);
    expect(await storage.notes.get(owner.userId, third!.id)).not.toBeNull();
  });

  it("tells when the present text came, apart from later changes of other fields", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [note, asWritten] = await owner.notes(["Note", "As written"]);
    const later = await owner.revise(note!, at(10, "Reworded"));
    await owner.revise(await owner.revise(later, { importance: 1, updated_at: minute(20) }), {
      tags: ["late"],
      updated_at: minute(30),
    });
    await owner.revise(asWritten!, { archived: true, updated_at: minute(40) });
    expect(await changesOf(storage, owner, minute(5))).toMatchObject([
      { id: note!.id, updated_at: minute(30), text_changed_at: minute(10) },
      { id: asWritten!.id, updated_at: minute(40), text_changed_at: minute(1), archived: true },
    ]);
  });

  it("pages through changed notes, also those of one time, and leaves deleted ones out", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const notes = await owner.notes(Array.from({ length: 7 }, (_, index) => `Note ${index}`));
    for (const [index, note] of notes.entries()) await owner.revise(note, at(index < 4 ? 50 : 51, `${note.title}!`));
    await owner.delete(notes[6]!);
    const pages: string[][] = [];
    for (let after: ChangedNote | undefined; ;) {
      const page = await storage.notes.changedSince(owner.userId, minute(8), { limit: 2, ...(after && { after }) });
      pages.push(idsOf(page));
      after = page.at(-1);
      if (after === undefined) break;
    }
    const byId = (part: readonly StoredNote[]) => idsOf(part).toSorted();
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 2, 0]);
    expect(pages.flat()).toEqual([...byId(notes.slice(0, 4)), ...byId(notes.slice(4, 6))]);
  });

  it("returns the revision of a time, both ends exact, with its archive flag", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [note] = await owner.notes(["One"]);
    const second = await owner.revise(note!, { ...at(10, "Two"), tags: ["b"], archived: true });
    const third = await owner.revise(second, { ...at(10, "Three"), archived: false });
    await owner.revise(third, at(20, "Four"));
    const titles = async (time: string) =>
      (await storage.notes.revisionsAt(owner.userId, [note!.id], time)).map(({ title }) => title);
    expect(await titles(minute(-1))).toEqual([]);
    expect(await titles(minute(0))).toEqual(["One"]);
    expect(await titles(before(minute(10)))).toEqual(["One"]);
    expect(await titles(minute(10))).toEqual(["Three"]);
    expect(await titles(before(minute(20)))).toEqual(["Three"]);
    expect(await titles(minute(20))).toEqual([]);
    const { id, title, content, note_type, importance } = note!;
    expect(await storage.notes.revisionsAt(owner.userId, [id], minute(5))).toEqual([
      { id, revision: 1, title, content, note_type, tags: [], importance, updated_at: minute(0), archived: false },
    ]);
    const { revision, tags } = third;
    expect(await storage.notes.revisionsAt(owner.userId, [id], minute(15))).toMatchObject([
      { id, revision, tags, archived: false, updated_at: minute(10) },
    ]);
  });

  it("finds each revision of a note that was changed often", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    let [note] = await owner.notes(["Change 0"]);
    const { id } = note!;
    for (let index = 1; index <= 20; index++) note = await owner.revise(note!, at(index, `Change ${index}`));
    for (let index = 0; index < 20; index++)
      expect(await storage.notes.revisionsAt(owner.userId, [id], minute(index))).toMatchObject([
        { revision: index + 1, title: `Change ${index}` },
      ]);
  });

  it("returns past revisions of the owner's live notes alone, each once", async () => {
    await using storage = await open();
    const [owner, stranger] = [givenOwner(storage), givenOwner(storage)];
    const [note, trash, same] = await owner.notes(["Kept", "Deleted", "Same"]);
    const [theirs] = await stranger.notes(["Theirs"]);
    for (const one of [note!, trash!]) await owner.revise(one, at(20, "Later"));
    await stranger.revise(theirs!, at(20, "Later"));
    await owner.delete(trash!);
    const ids = [note!, note!, trash!, same!, theirs!].map(({ id }) => id);
    expect(idsOf(await storage.notes.revisionsAt(owner.userId, [...ids, freshId()], minute(10)))).toEqual([note!.id]);
    expect(await storage.notes.revisionsAt(owner.userId, [], minute(10))).toEqual([]);
    await owner.restore(trash!);
    expect(await storage.notes.revisionsAt(owner.userId, ids, minute(10))).toHaveLength(2);
    expect(await storage.notes.revisionsAt(givenOwner(storage).userId, ids, minute(10))).toEqual([]);
  });

  it("counts what was deleted after a time and is in the trash still", async () => {
    await using storage = await open();
    const [owner, stranger] = [givenOwner(storage), givenOwner(storage)];
    const [early, late, third, fourth] = await owner.notes(["Early", "Late", "Restored", "Purged"]);
    const [theirs] = await stranger.notes(["Theirs"]);
    const remove = ({ userId }: Owner, note: StoredNote, time: string) =>
      storage.notes.delete(userId, note.id, time, []);
    await remove(owner, early!, minute(10));
    await remove(owner, late!, minute(20));
    for (const note of [third!, fourth!]) await remove(owner, note, minute(20));
    await remove(stranger, theirs!, minute(20));
    await owner.restore(third!);
    await owner.purge(fourth!);
    const count = (after: string, upTo: string) => storage.notes.countDeleted(owner.userId, { after, upTo });
    expect(await count(minute(0), minute(30))).toBe(2);
    expect(await count(minute(10), minute(20))).toBe(1);
    expect(await count(before(minute(10)), before(minute(20)))).toBe(1);
    expect(await count(minute(20), minute(30))).toBe(0);
    expect(await storage.notes.countDeleted(givenOwner(storage).userId, { after: "", upTo: minute(30) })).toBe(0);
  });

  it("lists the trash of its owner by id, page by page", async () => {
    await using storage = await open();
    const [owner, stranger] = [givenOwner(storage), givenOwner(storage)];
    const notes = await owner.notes(["One", "Two", "Three", "Live", "Purged"]);
    const revision = await owner.revise(notes[0]!, { title: "One more" });
    await storage.notes.delete(stranger.userId, (await stranger.note()).id, minute(9), []);
    for (const note of notes.filter(({ title }) => title !== "Live"))
      await storage.notes.delete(owner.userId, note.id, minute(10), []);
    await owner.purge(notes[4]!);
    const expected = [revision, notes[1]!, notes[2]!]
      .map(({ id, revision: number, updated_at }) => ({ id, revision: number, updated_at, deleted_at: minute(10) }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
    expect(await storage.notes.trash(owner.userId, { limit: 10 })).toEqual(expected);
    expect(await storage.notes.trash(owner.userId, { limit: 2 })).toEqual(expected.slice(0, 2));
    expect(await storage.notes.trash(owner.userId, { limit: 2, after: expected[1]!.id })).toEqual(expected.slice(2));
    expect(await storage.notes.trash(givenOwner(storage).userId, { limit: 10 })).toEqual([]);
  });

  it("gives the keys of its owner's live notes", async () => {
    await using storage = await open();
    const [owner, stranger] = [givenOwner(storage), givenOwner(storage)];
    const writes = ["one", null, "three"].map((key) => ({ ...noteWrite(aNote()), key }));
    await storage.notes.insertMany(owner.userId, writes);
    const ids = writes.map(({ note }) => note.id);
    await storage.notes.delete(owner.userId, ids[2]!, minute(10), []);
    expect(await storage.notes.keysOf(owner.userId, [...ids, ids[0]!, "unknown"])).toEqual(new Map([[ids[0]!, "one"]]));
    expect(await storage.notes.keysOf(stranger.userId, ids)).toEqual(new Map());
    expect(await storage.notes.keysOf(owner.userId, [])).toEqual(new Map());
  });

  it("gives a new version to every write of a note", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const version = async () => (await storage.links.versions(owner.userId)).notes;
    const versions = [await version()];
    const note = await owner.note();
    versions.push(await version());
    const revision = await owner.revise(note, { importance: 1 });
    versions.push(await version());
    await owner.delete(revision);
    versions.push(await version());
    await owner.restore(revision);
    versions.push(await version());
    await owner.purge(revision);
    versions.push(await version());
    expect(new Set(versions).size).toBe(versions.length);
    expect(await version()).toBe(versions.at(-1));
  });
}

function at(time: number, title: string) {
  return { title, updated_at: minute(time) };
}

function changesOf(storage: Storage, { userId }: Owner, since: string): Promise<ChangedNote[]> {
  return storage.notes.changedSince(userId, since, { limit: 10 });
}

function idsOf(things: readonly { readonly id: string }[]): string[] {
  return things.map(({ id }) => id);
}

function before(time: string): string {
  return new Date(Date.parse(time) - 1).toISOString();
}
