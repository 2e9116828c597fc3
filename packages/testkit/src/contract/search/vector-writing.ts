import { expect, it } from "vitest";
import { aNote } from "../../builders/a-note.ts";
import type { OpenStorage } from "../open-storage.ts";
import { cosine, givenLibrarian, MODEL } from "./vector-library.ts";

export function vectorWriting(open: OpenStorage): void {
  it("replaces the earlier windows of a note", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const note = await owner.noteAt([0, 10, 20]);
    expect(await owner.put(note, [90, 80])).toBe(true);
    const [hit, ...others] = await owner.nearest(0);
    expect(others).toEqual([]);
    expect(hit!.similarity).toBeCloseTo(cosine(80), 3);
  });

  it("is not affected when the caller changes its vectors later", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const note = await owner.note();
    const vector = new Float32Array(MODEL.dimensions).fill(1 / Math.sqrt(MODEL.dimensions));
    await storage.vectors.put(owner.userId, note.id, {
      model: MODEL.name,
      revision: 1,
      windows: [{ start: 0, end: 5, vector }],
      complete: true,
    });
    const query = vector.slice();
    vector.fill(0);
    expect((await storage.vectors.nearest(owner.userId, MODEL.name, query, { limit: 1 }))[0]!.similarity).toBeCloseTo(
      1,
      3,
    );
  });

  it("finds the head window of a note before the other windows are put", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const note = await owner.note();
    expect(await owner.put(note, [30], { complete: false })).toBe(true);
    expect((await owner.nearest(30)).map((hit) => hit.id)).toEqual([note.id]);
    expect(await owner.put(note, [30, 0])).toBe(true);
    expect((await owner.nearest(0))[0]!.similarity).toBeCloseTo(1, 3);
  });

  it.each([{ title: "Changed" }, { content: "Changed." }])("finds no earlier text: %o", async (changes) => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const note = await owner.noteAt([0, 10]);
    const revisedNote = await owner.revise(note, changes);
    expect(await owner.nearest(0)).toEqual([]);
    expect(await owner.similarities(0, [note])).toEqual([]);
    expect(await owner.put(revisedNote, [20])).toBe(true);
    expect((await owner.nearest(0))[0]!.similarity).toBeCloseTo(cosine(20), 3);
  });

  it("keeps the vectors through revisions that do not change the text", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const note = await owner.noteAt([0, 10]);
    const before = await owner.nearest(10);
    const taggedNote = await owner.revise(note, { tags: ["changed"], note_type: "belief" });
    expect(await owner.nearest(10)).toEqual(before);
    const weighedNote = await owner.revise(taggedNote, { importance: 0.1 });
    expect(await owner.similarities(10, [note])).toEqual(before);
    const archivedNote = await owner.archive(weighedNote);
    expect(await owner.nearest(10)).toEqual([]);
    const active = await owner.revise(archivedNote, { archived: false });
    expect(await owner.nearest(10)).toEqual(before);
    await owner.revise(active, { title: "Moved on" });
    expect(await owner.nearest(10)).toEqual([]);
  });

  it("accepts vectors of an earlier revision with the same text", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const note = await owner.note();
    const taggedNote = await owner.revise(note, { tags: ["changed"] });
    expect(await owner.put(note, [0])).toBe(true);
    expect(await owner.nearest(0)).toHaveLength(1);
    expect(await owner.put(taggedNote, [20])).toBe(true);
    expect(await owner.put(note, [0])).toBe(false);
    expect((await owner.nearest(0))[0]!.similarity).toBeCloseTo(cosine(20), 3);
  });

  it("refuses vectors of an earlier text and keeps the later ones", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const note = await owner.note();
    const revisedNote = await owner.revise(note, { title: "Moved on" });
    expect(await owner.put(note, [0])).toBe(false);
    expect(await owner.nearest(0)).toEqual([]);
    await owner.put(revisedNote, [40]);
    expect(await owner.put(note, [0])).toBe(false);
    expect(await owner.put(note, [0], { complete: false })).toBe(false);
    expect((await owner.nearest(0)).map((hit) => hit.similarity)).toEqual([expect.closeTo(cosine(40), 3)]);
  });

  it("refuses vectors of a note that is unknown, deleted, purged or another user's", async () => {
    await using storage = await open();
    const [owner, other] = [givenLibrarian(storage), givenLibrarian(storage)];
    const [deletedNote, purgedNote, foreign] = [await owner.note(), await owner.note(), await other.note()];
    await owner.delete(deletedNote);
    await owner.purge(purgedNote);
    for (const note of [aNote(), deletedNote, purgedNote, foreign]) expect(await owner.put(note, [0])).toBe(false);
    expect(await owner.nearest(0)).toEqual([]);
    expect(await other.nearest(0)).toEqual([]);
    await owner.restore(deletedNote);
    expect(await owner.nearest(0)).toEqual([]);
  });

  it("keeps the later revision when both are put at once", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    for (let round = 0; round < 5; round++) {
      const note = await owner.note();
      const revisedNote = await owner.revise(note, { title: "Moved on" });
      const outcomes = await Promise.all([owner.put(revisedNote, [round]), owner.put(note, [90])]);
      expect(outcomes).toEqual([true, false]);
      expect((await owner.similarities(round, [note])).map((hit) => hit.similarity)).toEqual([expect.closeTo(1, 3)]);
    }
  });

  it("returns no hit for the earlier revision after a parallel put and update", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const notes = await Promise.all(Array.from({ length: 10 }, () => owner.note()));
    await Promise.all(
      notes.map((note) => Promise.all([owner.put(note, [0]), owner.revise(note, { title: "Moved on" })])),
    );
    expect(await owner.nearest(0)).toEqual([]);
  });

  it("returns no hit after a parallel put and delete", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const notes = await Promise.all(Array.from({ length: 10 }, () => owner.note()));
    await Promise.all(notes.map((note) => Promise.all([owner.put(note, [0]), owner.delete(note)])));
    expect(await owner.nearest(0)).toEqual([]);
  });

  it("puts the vectors of many notes at once", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const notes = await Promise.all(Array.from({ length: 30 }, (_, index) => owner.noteAt([index, 90])));
    expect((await owner.nearest(0)).map((hit) => hit.id)).toEqual(notes.map((note) => note.id));
  });

  it("removes the vectors with a purged note", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const [purgedNote, liveNote] = [await owner.noteAt([0]), await owner.noteAt([10])];
    await owner.purge(purgedNote);
    expect((await owner.nearest(0)).map((hit) => hit.id)).toEqual([liveNote.id]);
    expect(await owner.similarities(0, [purgedNote])).toEqual([]);
  });
}
