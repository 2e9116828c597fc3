import type { KeyedOutcome, KeyedWrite, Storage } from "@knote/api";
import { expect, it } from "vitest";
import { aLink } from "../../builders/a-link.ts";
import { aNoteWrite } from "../../builders/a-note.ts";
import { freshId } from "../../builders/fresh-id.ts";
import { givenOwner, type Owner } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";
import { expectRefusal } from "../refusals.ts";

export function noteKeys(open: OpenStorage): void {
  it("stores each of many notes as insert does", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const writes = ["Owls hunt", "Bats fly", "Bees dance"].map((title) => aKeyed(null, { title, tags: ["Wild"] }));
    expect(await storage.notes.insertMany(owner.userId, writes)).toEqual(writes.map(() => ({ created: true })));
    for (const { note } of writes) {
      expect(await storage.notes.get(owner.userId, note.id)).toEqual(note);
      expect(await owner.findIds(note.title)).toEqual([note.id]);
    }
    expect(await storage.notes.list(owner.userId, { tags: ["wild"] }, { limit: 10 })).toHaveLength(3);
    expect((await storage.notes.counts(owner.userId)).totalNotes).toBe(3);
    expect(await storage.activity.replay(owner.userId, null)).toEqual([]);
  });

  it("stores notes that are archived from the start", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const writes = [aKeyed("a", { archived: true }), aKeyed("b"), aKeyed(null, { archived: true })];
    await storage.notes.insertMany(owner.userId, writes);
    const ids = writes.map(({ note }) => note.id);
    const archivedIds = [ids[0]!, ids[2]!].toSorted();
    const listedNotes = await storage.notes.list(
      owner.userId,
      { states: { archived: true, others: "none" } },
      { limit: 9 },
    );
    expect(listedNotes.map(({ id }) => id).toSorted()).toEqual(archivedIds);
    await storage.links.insertMany(owner.userId, [
      aLink({ source_id: ids[0]!, target_id: ids[1]!, relation: "supersedes" }),
      aLink({ source_id: ids[1]!, target_id: ids[2]!, relation: "supersedes" }),
    ]);
    expect([...(await storage.links.states(owner.userId)).superseded]).toEqual([ids[2]]);
  });

  it("stores nothing for a known key, from an earlier call or the same one", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const first = aKeyed("a", { title: "Owls hunt" });
    const twin = aKeyed("b", { title: "Bats fly" });
    await storage.notes.insertMany(owner.userId, [first]);
    const outcomes = await storage.notes.insertMany(owner.userId, [
      aKeyed("a", { title: "Owls sleep" }),
      twin,
      aKeyed("b", { title: "Bats sleep" }),
    ]);
    expect(outcomes).toEqual([earlier(first), { created: true }, earlier(twin)]);
    expect(await owner.findIds("sleep")).toEqual([]);
    expect((await storage.notes.counts(owner.userId)).totalNotes).toBe(2);
  });

  it("distinguishes keys by owner, case and Unicode form", async () => {
    await using storage = await open();
    const [ada, grace] = [givenOwner(storage), givenOwner(storage)];
    const keys = ["a", "A", "a ", "\u00e9", "e\u0301", "__proto__", "'; --", "\u{1F9E0}", "k".repeat(200)];
    for (const owner of [ada, grace]) {
      const outcomes = await storage.notes.insertMany(
        owner.userId,
        keys.map((key) => aKeyed(key)),
      );
      expect(outcomes.every(({ created }) => created)).toBe(true);
    }
    expect((await storage.notes.findByKeysOrIds(ada.userId, keys)).size).toBe(keys.length);
  });

  it("gives a key to one of many parallel calls", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const calls = Array.from({ length: 10 }, () => storage.notes.insertMany(owner.userId, [aKeyed("a"), aKeyed("b")]));
    const creations = (await Promise.all(calls)).flat().filter((outcome) => outcome.created);
    expect(creations).toHaveLength(2);
    expect((await storage.notes.counts(owner.userId)).totalNotes).toBe(2);
  });

  it("stores no note when an id is taken", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const { id } = await owner.note();
    await expectRefusal(storage.notes.insertMany(owner.userId, [aKeyed("a"), aKeyed("b", { id })]), "CONFLICT");
    expect((await storage.notes.counts(owner.userId)).totalNotes).toBe(1);
    expect(await storage.notes.findByKeysOrIds(owner.userId, ["a", "b"])).toEqual(new Map());
  });

  it("keeps the key of a deleted note and frees that of a purged one", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const first = aKeyed("a");
    await storage.notes.insertMany(owner.userId, [first]);
    await owner.delete(first.note);
    expect(await storage.notes.insertMany(owner.userId, [aKeyed("a")])).toEqual([earlier(first, true)]);
    expect(await storage.notes.findByKeysOrIds(owner.userId, ["a"])).toEqual(new Map());
    await owner.restore(first.note);
    expect(await storage.notes.findByKeysOrIds(owner.userId, ["a"])).toEqual(new Map([["a", first.note.id]]));
    await owner.purge(first.note);
    expect(await storage.notes.insertMany(owner.userId, [aKeyed("a")])).toEqual([{ created: true }]);
  });

  it("keeps the key through a revision, and returns the current note", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const write = aKeyed("a");
    await storage.notes.insertMany(owner.userId, [write]);
    const revisedNote = await owner.revise(write.note, { title: "Owls sleep" });
    expect(await storage.notes.insertMany(owner.userId, [aKeyed("a")])).toEqual([
      { created: false, earlier: revisedNote, isDeleted: false },
    ]);
  });

  it("finds live notes by key, else by id, and never another user's", async () => {
    await using storage = await open();
    const [ada, grace] = [givenOwner(storage), givenOwner(storage)];
    const [note, deletedNote, foreign] = [await ada.note(), await ada.note(), await grace.note()];
    await ada.delete(deletedNote);
    await storage.notes.insertMany(grace.userId, [aKeyed("hers")]);
    const usurper = await insertKeyed(storage, ada, note.id);
    expect(
      await storage.notes.findByKeysOrIds(ada.userId, [deletedNote.id, foreign.id, "hers", "nothing", freshId(), ""]),
    ).toEqual(new Map());
    expect(await storage.notes.findByKeysOrIds(ada.userId, [note.id, usurper, usurper])).toEqual(
      new Map([
        [note.id, usurper],
        [usurper, usurper],
      ]),
    );
  });
}

function aKeyed(key: string | null, fields: Parameters<typeof aNoteWrite>[0] = {}): KeyedWrite {
  return { ...aNoteWrite(fields), key };
}

/** Stores a new note with the key and returns its id. */
async function insertKeyed(storage: Storage, { userId }: Owner, key: string): Promise<string> {
  const write = aKeyed(key);
  await storage.notes.insertMany(userId, [write]);
  return write.note.id;
}

function earlier({ note }: KeyedWrite, isDeleted = false): KeyedOutcome {
  return { created: false, earlier: note, isDeleted };
}
