import type { Storage, StoredNote } from "@knote/api";
import { expect, it } from "vitest";
import { aNoteWrite } from "../../builders/a-note.ts";
import type { OpenStorage } from "../open-storage.ts";
import { eventually } from "../../eventually.ts";
import { idsOf, minute } from "../given.ts";
import { givenLibrarian, MODEL, OTHER_MODEL, THIRD_MODEL, type Librarian, type SuiteModel } from "./vector-library.ts";

export function vectorDue(open: OpenStorage): void {
  it("lists a note as due for each model until its vectors are put", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const note = await owner.note();
    expect(await dueNotes(storage, owner, [note])).toEqual([note.id]);
    expect(await dueNotes(storage, owner, [note], OTHER_MODEL)).toEqual([note.id]);
    await owner.put(note, [0]);
    expect(await dueNotes(storage, owner, [note])).toEqual([]);
    expect(await dueNotes(storage, owner, [note], OTHER_MODEL)).toEqual([note.id]);
    await owner.put(note, [0], { model: OTHER_MODEL });
    expect(await dueNotes(storage, owner, [note], OTHER_MODEL)).toEqual([]);
  });

  it("lists notes of insertMany as due", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const writes = [aNoteWrite(), aNoteWrite()].map((write) => ({ ...write, key: null }));
    await storage.notes.insertMany(owner.userId, writes);
    const notes = writes.map(({ note }) => note);
    expect(await dueNotes(storage, owner, notes)).toEqual(idsOf(notes));
  });

  it("keeps a note due until its vectors are complete", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const note = await owner.note();
    await owner.put(note, [0], { complete: false });
    expect(await dueNotes(storage, owner, [note])).toEqual([note.id]);
    await owner.put(note, [0, 10]);
    expect(await dueNotes(storage, owner, [note])).toEqual([]);
  });

  it("makes a note due again when its text changes", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const note = await owner.noteAt([0]);
    const revisedNote = await owner.revise(note, { content: "Changed." });
    expect(await dueNotes(storage, owner, [note])).toEqual([note.id]);
    await owner.put(note, [0]);
    expect(await dueNotes(storage, owner, [note])).toEqual([note.id]);
    await owner.put(revisedNote, [0]);
    expect(await dueNotes(storage, owner, [note])).toEqual([]);
  });

  it("makes no note due by a change that keeps its text, and keeps a due one due", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const [indexedNote, fresh] = [await owner.noteAt([0]), await owner.note()];
    for (const note of [indexedNote, fresh])
      await owner.revise(note, { tags: ["changed"], importance: 1, archived: true });
    expect(await dueNotes(storage, owner, [indexedNote, fresh])).toEqual([fresh.id]);
    expect(await dueNotes(storage, owner, [indexedNote], OTHER_MODEL)).toEqual([indexedNote.id]);
  });

  it("lists no deleted note as due, and a restored one again", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const [indexedNote, fresh] = [await owner.noteAt([0]), await owner.note()];
    await owner.delete(indexedNote);
    await owner.delete(fresh);
    expect(await dueNotes(storage, owner, [indexedNote, fresh])).toEqual([]);
    await owner.restore(indexedNote);
    await owner.restore(fresh);
    expect(await dueNotes(storage, owner, [indexedNote, fresh])).toEqual([indexedNote.id, fresh.id].toSorted());
    await owner.put(indexedNote, [0]);
    expect(await owner.nearest(0)).toHaveLength(1);
    await owner.purge(fresh);
    expect(await dueNotes(storage, owner, [indexedNote, fresh])).toEqual([]);
  });

  it("lists archived notes as due like others", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const note = await owner.note({ archived: true });
    expect(await dueNotes(storage, owner, [note])).toEqual([note.id]);
    expect(await owner.put(note, [0])).toBe(true);
    expect(await dueNotes(storage, owner, [note])).toEqual([]);
  });

  it("lists due notes of all users with their owners", async () => {
    await using storage = await open();
    const [ada, grace] = [givenLibrarian(storage), givenLibrarian(storage)];
    const [hers, theirs] = [await ada.note(), await grace.note()];
    const due = await storage.vectors.due(MODEL.name, await storage.vectors.pending(MODEL.name));
    for (const [owner, note] of [
      [ada, hers],
      [grace, theirs],
    ] as const) {
      expect(due).toContainEqual(expect.objectContaining({ userId: owner.userId, noteId: note.id }));
    }
  });

  it("lists a user's notes in the order in which they became due, at most `limit`", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const notes: StoredNote[] = [];
    for (const age of [1, 3, 0, 2]) {
      notes.push(await owner.note({ created_at: minute(age) }));
      await untilAnotherMillisecond();
    }
    const dueList = await storage.vectors.due(MODEL.name, 100_000);
    const own = dueList.filter(({ userId }) => userId === owner.userId).map(({ noteId }) => noteId);
    expect(own).toEqual(notes.map(({ id }) => id));
    expect(await storage.vectors.due(MODEL.name, 3)).toEqual(dueList.slice(0, 3));
  });

  it("lists due notes user by user, and can skip the rest of a user's", async () => {
    await using storage = await open();
    const owners = [givenLibrarian(storage), givenLibrarian(storage), givenLibrarian(storage)];
    for (const owner of [...owners, ...owners]) await owner.note({ created_at: minute(owners.indexOf(owner)) });
    const dueList = await storage.vectors.due(MODEL.name, 100_000);
    const users = dueList.map(({ userId }) => userId);
    expect(users.filter((user, index) => user !== users[index - 1])).toEqual([...new Set(users)]);
    const ownerIds = new Set(owners.map(({ userId }) => userId));
    // Of the owners alone: other tests may have left thousands of due notes.
    for (const [index, { userId, userPosition }] of dueList.entries()) {
      if (!ownerIds.has(userId)) continue;
      const behind = dueList.filter((other, place) => place > index && other.userId !== userId);
      expect(await storage.vectors.due(MODEL.name, 100_000, userPosition)).toEqual(behind);
    }
  });

  it("does not list a postponed note for its model, even when the other model has its vectors", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const [one, two] = [await owner.note(), await owner.note()];
    const [pending, postponedCount] = await counts(storage);
    await postpone(storage, owner, one);
    expect(await dueNotes(storage, owner, [one, two])).toEqual([two.id]);
    expect(await dueNotes(storage, owner, [one, two], OTHER_MODEL)).toEqual(idsOf([one, two]));
    expect(await counts(storage)).toEqual([pending - 1, postponedCount + 1]);
    await owner.put(one, [0], { model: OTHER_MODEL });
    expect(await dueNotes(storage, owner, [one, two], OTHER_MODEL)).toEqual([two.id]);
    expect(await counts(storage)).toEqual([pending - 1, postponedCount + 1]);
    await owner.put(one, [0], { complete: false });
    expect(await counts(storage)).toEqual([pending, postponedCount]);
  });

  it("lists a note as before when its postponement is over", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const note = await owner.note();
    const findDue = async () =>
      (await storage.vectors.due(MODEL.name, 100_000)).filter(({ noteId }) => noteId === note.id);
    const [before, due] = [await counts(storage), await findDue()];
    expect(due).toHaveLength(1);
    await untilAnotherMillisecond();
    await storage.vectors.postpone(owner.userId, note.id, { model: MODEL.name, revision: 1, forMs: 1 });
    await eventually(async () => expect(await findDue()).toEqual(due));
    expect(await counts(storage)).toEqual(before);
  });

  it("ends a postponement with a new text, with vectors, with a renewal and with the note's delete", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const [, before] = await counts(storage);
    const notes = await owner.notes(["Revised", "Tagged", "Put", "Gone", "Back", "Renewed"]);
    const [revisedNote, taggedNote, put, deletedNote, back, renewedNote] = notes;
    for (const note of notes) await postpone(storage, owner, note);
    expect(await dueNotes(storage, owner, notes)).toEqual([]);
    await owner.revise(revisedNote!, { content: "Changed." });
    await owner.revise(taggedNote!, { tags: ["changed"] });
    expect(await owner.put(put!, [0])).toBe(true);
    await owner.delete(deletedNote!);
    await owner.delete(back!);
    await owner.restore(back!);
    expect(await dueNotes(storage, owner, notes)).toEqual(idsOf([revisedNote!, back!]));
    expect((await counts(storage))[1]).toBe(before + 2);
    await storage.vectors.renew(MODEL.name);
    expect(await dueNotes(storage, owner, [renewedNote!, taggedNote!])).toEqual(idsOf([renewedNote!, taggedNote!]));
  });

  it("postpones only due notes of the user with the same text, for a kept model", async () => {
    await using storage = await open();
    const [owner, other] = [givenLibrarian(storage), givenLibrarian(storage)];
    const [embeddedNote, note] = [await owner.noteAt([0]), await owner.note()];
    const revisedNote = await owner.revise(note, { content: "Changed." });
    const before = await counts(storage);
    await postpone(storage, owner, embeddedNote);
    await postpone(storage, owner, note);
    await postpone(storage, other, revisedNote);
    await postpone(storage, owner, revisedNote, THIRD_MODEL);
    expect(await counts(storage)).toEqual(before);
    expect(await dueNotes(storage, owner, [embeddedNote, note])).toEqual([note.id]);
  });

  it("continues where a list ended", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    for (let index = 0; index < 30; index++) await owner.note({ created_at: minute(index % 3) });
    const dueList = await storage.vectors.due(MODEL.name, 7);
    for (let rest = dueList; rest.length > 0; dueList.push(...rest))
      rest = await storage.vectors.due(MODEL.name, 7, dueList.at(-1)!.position);
    expect(dueList).toEqual(await storage.vectors.due(MODEL.name, 100_000));
  });

  it("returns since when the longest-waiting note is due", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    await owner.note({ created_at: minute(0) });
    const since = (await storage.vectors.dueSince(MODEL.name))!;
    expect(since).toBeGreaterThan(0);
    expect(since).toBeLessThanOrEqual(Date.now());
    await owner.note({ created_at: minute(1) });
    expect(await storage.vectors.dueSince(MODEL.name)).toBe(since);
    expect(await storage.vectors.dueSince("unknown")).toBeNull();
  });

  it("counts the due notes of one user", async () => {
    await using storage = await open();
    const [ada, grace] = [givenLibrarian(storage), givenLibrarian(storage)];
    const own = async () => await storage.vectors.pending(MODEL.name, ada.userId);
    expect(await own()).toBe(0);
    const [one, two] = [await ada.note(), await ada.note()];
    const theirs = await grace.note();
    expect(await own()).toBe(2);
    await grace.put(theirs, [0]);
    expect(await own()).toBe(2);
    await ada.put(one, [0]);
    expect(await own()).toBe(1);
    await ada.delete(two);
    expect(await own()).toBe(0);
    expect(await storage.vectors.pending("unknown", ada.userId)).toBe(0);
    expect(await storage.vectors.pending(MODEL.name, "nobody")).toBe(0);
  });

  it("counts the due notes", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const before = await storage.vectors.pending(MODEL.name);
    const more = async () => (await storage.vectors.pending(MODEL.name)) - before;
    const [one, two] = [await owner.note(), await owner.note()];
    expect(await more()).toBe(2);
    await owner.put(one, [0], { complete: false });
    expect(await more()).toBe(2);
    await owner.put(one, [0]);
    expect(await more()).toBe(1);
    await owner.revise(one, { title: "Moved on" });
    expect(await more()).toBe(2);
    await owner.delete(one);
    await owner.purge(two);
    expect(await more()).toBe(0);
  });
}

async function postpone(
  { vectors }: Storage,
  { userId }: Librarian,
  { id, revision }: StoredNote,
  model: { readonly name: string } = MODEL,
): Promise<void> {
  await vectors.postpone(userId, id, { model: model.name, revision, forMs: 3_600_000 });
}

/** Returns how many notes are due, and how many are postponed. */
async function counts({ vectors }: Storage): Promise<[pending: number, postponed: number]> {
  return [await vectors.pending(MODEL.name), await vectors.countPostponed(MODEL.name)];
}

/** Waits for the next millisecond, as notes that become due in the same one have no order. */
async function untilAnotherMillisecond(): Promise<void> {
  const before = Date.now();
  while (Date.now() <= before) await new Promise((resolve) => setImmediate(resolve));
}

/** Returns the sorted ids of those notes that are due. */
async function dueNotes(
  storage: Storage,
  owner: Librarian,
  notes: readonly StoredNote[],
  model: SuiteModel = MODEL,
): Promise<string[]> {
  const due = await storage.vectors.due(model.name, (await storage.vectors.pending(model.name)) + 10);
  const own = due.filter(({ userId }) => userId === owner.userId).map(({ noteId }) => noteId);
  return own.filter((id) => notes.some((note) => note.id === id)).toSorted();
}
