import type { Storage } from "@knote/api";
import { expect, it } from "vitest";
import type { OpenStorage } from "../open-storage.ts";
import { cosine, givenLibrarian, MODEL, OTHER_MODEL, THIRD_MODEL, type Librarian } from "./vector-library.ts";

/** Expects a storage that serves the first model, with the other one next. */
export function vectorModels(open: OpenStorage): void {
  it("returns which model is served and which is next", async () => {
    await using storage = await open();
    expect(await storage.vectors.models()).toEqual({ serving: MODEL.name, next: OTHER_MODEL.name });
    await storage.vectors.prepare(THIRD_MODEL.name);
    expect(await storage.vectors.models()).toEqual({ serving: MODEL.name, next: THIRD_MODEL.name });
    await storage.vectors.prepare(MODEL.name);
    expect(await storage.vectors.models()).toEqual({ serving: MODEL.name, next: null });
    await storage.vectors.prepare(OTHER_MODEL.name);
    await storage.vectors.serve(OTHER_MODEL.name);
    expect(await storage.vectors.models()).toEqual({ serving: OTHER_MODEL.name, next: null });
  });

  it("searches the served vectors while the next are made, and only the next after the change", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const [one, two] = [await owner.noteAt([10]), await owner.noteAt([20])];
    await owner.put(one, [70], { model: OTHER_MODEL });
    expect((await owner.nearest(0)).map(({ id }) => id)).toEqual([one.id, two.id]);
    await owner.put(two, [60], { model: OTHER_MODEL });
    await storage.vectors.serve(OTHER_MODEL.name);
    expect(await owner.nearest(0)).toEqual([]);
    const hits = await owner.nearest(0, { model: OTHER_MODEL });
    expect(hits.map(({ id }) => id)).toEqual([two.id, one.id]);
    expect(hits[0]!.similarity).toBeCloseTo(cosine(60), 3);
    await expectForgotten(storage, owner);
  });

  it("makes every live note due for a new model, and continues when it is chosen again", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const notes = [await owner.noteAt([0]), await owner.noteAt([10], { archived: true }), await owner.note()];
    await owner.delete(await owner.noteAt([20]));
    const name = `never kept ${crypto.randomUUID()}`;
    await storage.vectors.prepare(name);
    const due = async () =>
      (await storage.vectors.due(name, 100_000)).flatMap((note) => (note.userId === owner.userId ? note.noteId : []));
    expect((await due()).toSorted()).toEqual(notes.map(({ id }) => id).toSorted());
    await storage.vectors.put(owner.userId, notes[0]!.id, {
      model: name,
      revision: 1,
      windows: [{ start: 0, end: 1, vector: Float32Array.of(1) }],
      complete: true,
    });
    for (const keep of [storage.vectors.prepare, storage.vectors.serve, storage.vectors.serve]) {
      await keep(name);
      expect(await due()).toHaveLength(2);
    }
  });

  it("makes no note with vectors due when its model is served again", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    await owner.noteAt([0]);
    const before = await storage.vectors.pending(MODEL.name);
    await storage.vectors.serve(MODEL.name);
    expect(await storage.vectors.pending(MODEL.name)).toBe(before);
    expect(await owner.nearest(0)).toHaveLength(1);
    await expectForgotten(storage, owner, OTHER_MODEL);
  });

  it("brings back a forgotten model only when it is chosen, not by a late put", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const note = await owner.noteAt([0]);
    await storage.vectors.serve(OTHER_MODEL.name);
    expect(await owner.put(note, [0])).toBe(false);
    await owner.note();
    await expectForgotten(storage, owner);
    await storage.vectors.prepare(MODEL.name);
    expect((await storage.vectors.due(MODEL.name, 100_000)).map(({ noteId }) => noteId)).toContain(note.id);
    expect(await owner.put(note, [0])).toBe(true);
    expect(await owner.nearest(0)).toHaveLength(1);
  });

  it("serves one of the models that several processes choose at once", async () => {
    await using storage = await open();
    const names = [MODEL, OTHER_MODEL, THIRD_MODEL].map(({ name }) => name);
    await Promise.all([...names, ...names].map((name) => storage.vectors.serve(name)));
    const { serving, next } = await storage.vectors.models();
    expect(names).toContain(serving);
    expect(next).toBeNull();
  });

  it("makes every live note due on renewal, and searches its vectors until they are replaced", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const notes = [await owner.noteAt([0]), await owner.noteAt([10])];
    await owner.delete(await owner.noteAt([20]));
    await storage.vectors.renew(MODEL.name);
    const due = async () =>
      (await storage.vectors.due(MODEL.name, 100_000)).filter(({ userId }) => userId === owner.userId);
    expect(await due()).toHaveLength(2);
    expect((await owner.nearest(0)).map(({ id }) => id)).toEqual(notes.map(({ id }) => id));
    expect(await owner.put(notes[0]!, [50])).toBe(true);
    expect((await due()).map(({ noteId }) => noteId)).toEqual([notes[1]!.id]);
    expect((await owner.nearest(0)).map(({ id }) => id)).toEqual([notes[1]!.id, notes[0]!.id]);
    await storage.vectors.renew(THIRD_MODEL.name);
    expect(await storage.vectors.pending(THIRD_MODEL.name)).toBe(0);
  });
}

async function expectForgotten(storage: Storage, owner: Librarian, model = MODEL as typeof MODEL | typeof OTHER_MODEL) {
  expect(await owner.nearest(0, { model })).toEqual([]);
  expect(await storage.vectors.sampleHeads(owner.userId, model.name, 10)).toEqual([]);
  expect(await storage.vectors.due(model.name, 10)).toEqual([]);
  expect(await storage.vectors.pending(model.name)).toBe(0);
}
