import type { StoredNote } from "@knote/api";
import { expect, it } from "vitest";
import { aNote, aRevision } from "../../builders/a-note.ts";
import { givenOwner } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

export function noteRevising(open: OpenStorage): void {
  it("replaces every field and the terms at once", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const note = await owner.note({ title: "Owls hunt at night", tags: ["birds"] });
    const changes = {
      title: "Bats hunt at dusk",
      content: "By echo.",
      note_type: "belief",
      tags: ["mammals"],
      importance: 1,
      archived: true,
      updated_at: "2027-01-01T00:00:00.000Z",
      claimed_at: "2027-01-01T00:00:00.000Z",
    } as const;
    const revisedNote = await owner.revise(note, changes);
    expect(revisedNote).toEqual({ ...note, ...changes, revision: 2 });
    expect(await storage.notes.get(owner.userId, note.id)).toEqual(revisedNote);
    expect(await storage.notes.list(owner.userId, {}, { limit: 10 })).toEqual([revisedNote]);
    expect(await owner.findIds("owls")).toEqual([]);
    expect(await owner.findIds("birds")).toEqual([]);
    expect(await owner.findIds("bats mammals echo")).toEqual([note.id]);
  });

  it.each([
    ["an older revision", 1],
    ["the current revision", 2],
    ["a revision ahead", 4],
  ])("refuses %s and changes nothing", async (_, revision) => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const note = await owner.revise(await owner.note({ title: "Owls hunt at night" }), {});
    const history = await storage.notes.history(owner.userId, note.id, { limit: 100 });
    expect(await storage.notes.update(owner.userId, aRevision(note, { title: "Bats too", revision }), [])).toBe(false);
    expect(await storage.notes.get(owner.userId, note.id)).toEqual(note);
    expect(await storage.notes.history(owner.userId, note.id, { limit: 100 })).toEqual(history);
    expect(await owner.findIds("bats")).toEqual([]);
    expect(await owner.findIds("owls")).toEqual([note.id]);
  });

  it("refuses a note that is unknown, deleted or another user's", async () => {
    await using storage = await open();
    const [ada, grace] = [givenOwner(storage), givenOwner(storage)];
    const [hers, deletedNote] = [await ada.note({ title: "Owls hunt at night" }), await grace.note()];
    await grace.delete(deletedNote);
    for (const note of [aNote(), deletedNote, hers]) {
      expect(await storage.notes.update(grace.userId, aRevision(note, { title: "Bats too" }), [])).toBe(false);
      expect(await storage.notes.get(grace.userId, note.id)).toBeNull();
    }
    expect(await grace.findIds("bats")).toEqual([]);
    expect(await storage.notes.get(ada.userId, hers.id)).toEqual(hers);
  });

  it("lets one of many parallel writers of a revision succeed", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const note = await owner.note();
    const writes = Array.from({ length: 20 }, (_, index) => aRevision(note, { title: `Writer${index}` }));
    const outcomes = await Promise.all(writes.map((write) => storage.notes.update(owner.userId, write, [])));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    const winner = writes[outcomes.indexOf(true)]!.note;
    expect(await storage.notes.get(owner.userId, note.id)).toEqual(winner);
    expect(await owner.findIds(winner.title)).toEqual([note.id]);
    expect(
      await owner.findIds(
        writes
          .map((write) => write.note.title)
          .filter((title) => title !== winner.title)
          .join(" "),
        "any",
      ),
    ).toEqual([]);
    expect(
      (await storage.notes.history(owner.userId, note.id, { limit: 100 })).map(({ revision }) => revision),
    ).toEqual([2, 1]);
  });

  it("loses no change of writers that read again and retry", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const note = await owner.note({ tags: [] });
    const addTag = async (tag: string): Promise<void> => {
      const current = (await storage.notes.get(owner.userId, note.id))!;
      const write = aRevision(current, { tags: [...current.tags, tag] });
      if (!(await storage.notes.update(owner.userId, write, []))) await addTag(tag);
    };
    await Promise.all(["a", "b", "c", "d", "e", "f"].map(addTag));
    const storedNote = (await storage.notes.get(owner.userId, note.id))!;
    expect([...storedNote.tags].toSorted()).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect(storedNote.revision).toBe(7);
  });

  it("keeps every revision, newest first, the current one included", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const first = await owner.note({ tags: ["one"], importance: 0.25, note_type: "belief" });
    const second = await owner.revise(first, { content: "Changed.", updated_at: "2027-01-01T00:00:00.000Z" });
    const third = await owner.revise(second, { archived: true, updated_at: "2027-01-02T00:00:00.000Z" });
    expect(await storage.notes.history(owner.userId, first.id, { limit: 100 })).toEqual(
      [third, second, first].map(revisionOf),
    );
  });

  it("returns at most `limit` revisions, older than one", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    let note = await owner.note();
    for (let index = 0; index < 4; index++) note = await owner.revise(note, { content: `Change ${index}` });
    const numbers = async (limit: number, before?: number) => {
      const page = { limit, ...(before !== undefined && { before }) };
      return (await storage.notes.history(owner.userId, note.id, page)).map(({ revision }) => revision);
    };
    expect(await numbers(1)).toEqual([5]);
    expect(await numbers(3)).toEqual([5, 4, 3]);
    expect(await numbers(5)).toEqual([5, 4, 3, 2, 1]);
    expect(await numbers(2, 6)).toEqual([5, 4]);
    expect(await numbers(2, 5)).toEqual([4, 3]);
    expect(await numbers(2, 3)).toEqual([2, 1]);
    expect(await numbers(2, 2)).toEqual([1]);
    expect(await numbers(2, 1)).toEqual([]);
  });

  it("has no history of a note that is unknown, deleted or another user's", async () => {
    await using storage = await open();
    const [ada, grace] = [givenOwner(storage), givenOwner(storage)];
    const [hers, deletedNote] = [await ada.note(), await grace.note()];
    await grace.delete(deletedNote);
    for (const { id } of [hers, deletedNote, aNote()])
      expect(await storage.notes.history(grace.userId, id, { limit: 100 })).toEqual([]);
  });
}

function revisionOf(note: StoredNote) {
  const { revision, title, content, note_type, tags, importance, updated_at, archived } = note;
  return { revision, title, content, note_type, tags, importance, updated_at, archived };
}
