import type { VectorHit } from "@knote/api";
import { WINDOWS_OF_WHOLE, wholeSimilarity } from "@knote/api/kit/whole-similarity";
import { expect, it } from "vitest";
import { aNote } from "../../builders/a-note.ts";
import type { OpenStorage } from "../open-storage.ts";
import { cosine, givenLibrarian, OTHER_MODEL } from "./vector-library.ts";

/** Compared decimal places: engines may round. */
const PLACES = 3;

export function vectorNearest(open: OpenStorage): void {
  it("finds nearest notes, most similar first, with their similarity and window", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const [far, near, opposite] = [await owner.noteAt([80]), await owner.noteAt([10]), await owner.noteAt([180])];
    const hits = await owner.nearest(0);
    expect(hits.map((hit) => [hit.id, hit.window])).toEqual(
      [near, far, opposite].map((note) => [note.id, { start: 0, end: 10 }]),
    );
    expectSimilarities(hits, [cosine(10), cosine(80), -1]);
    expect((await owner.nearest(0, { limit: 2 })).map((hit) => hit.id)).toEqual([near.id, far.id]);
  });

  it("returns one hit per note, for its best window", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const long = await owner.noteAt([90, 40, 5, 60]);
    const short = await owner.noteAt([20]);
    const hits = await owner.nearest(0);
    expect(hits.map((hit) => hit.id)).toEqual([long.id, short.id]);
    expect(hits[0]!.window).toEqual({ start: 20, end: 30 });
    expectSimilarities(hits, [cosine(5), cosine(20)]);
  });

  it("also returns how near the note as a whole is, by its head and the passages after it", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const angles = [[90, 40, 5, 60, 80, 20], [20, 70], [30]];
    const notes = await Promise.all(angles.map((own) => owner.noteAt(own)));
    for (const hits of [await owner.nearest(0), await owner.similarities(0, notes)])
      for (const [index, note] of notes.entries())
        expect(hits.find((hit) => hit.id === note.id)!.wholeSimilarity).toBeCloseTo(
          wholeSimilarity(angles[index]!.map(cosine)),
          PLACES,
        );
    const heads = await owner.nearest(0, { headsOnly: true });
    expect(heads.map((hit) => hit.wholeSimilarity)).toEqual(heads.map((hit) => hit.similarity));
  });

  it("takes no more than the first windows of a long note for the whole", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const start = Array.from({ length: WINDOWS_OF_WHOLE }, () => 60);
    const [long, longer] = [await owner.noteAt(start), await owner.noteAt([...start, 0, 0])];
    const hits = await owner.nearest(0);
    expect(hits.map(({ id, wholeSimilarity: whole }) => [id, whole])).toEqual([
      [longer.id, expect.closeTo(cosine(60), PLACES)],
      [long.id, expect.closeTo(cosine(60), PLACES)],
    ]);
  });

  it("does not let the many windows of one note take the places of other notes", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const long = await owner.noteAt(Array.from({ length: 60 }, (_, index) => index / 10));
    const others = [await owner.noteAt([30]), await owner.noteAt([40]), await owner.noteAt([50])];
    expect((await owner.nearest(0, { limit: 3 })).map((hit) => hit.id)).toEqual([
      long.id,
      others[0]!.id,
      others[1]!.id,
    ]);
  });

  it("compares with head windows only on request", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const [long, short] = [await owner.noteAt([90, 0, 5]), await owner.noteAt([20])];
    const hits = await owner.nearest(0, { headsOnly: true });
    expect(hits.map((hit) => [hit.id, hit.window?.start])).toEqual([
      [short.id, 0],
      [long.id, 0],
    ]);
    expectSimilarities(hits, [cosine(20), 0]);
    expectSimilarities(await owner.similarities(0, [long], { headsOnly: true }), [0]);
  });

  it("neither returns archived and deleted notes nor counts them towards the limit", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const live = [await owner.noteAt([50]), await owner.noteAt([60])];
    for (let index = 0; index < 12; index++) {
      const note = await owner.noteAt([index, index + 1], { archived: index % 2 === 0 });
      if (index % 2) await owner.delete(note);
    }
    expect((await owner.nearest(0, { limit: 2 })).map((hit) => hit.id)).toEqual(live.map((note) => note.id));
    expect((await owner.nearest(0, { limit: 2, headsOnly: true })).map((hit) => hit.id)).toEqual(
      live.map((note) => note.id),
    );
    expect(await owner.nearest(0)).toHaveLength(2);
  });

  it("returns the similarities of given notes, without those that have no vectors", async () => {
    await using storage = await open();
    const [owner, other] = [givenLibrarian(storage), givenLibrarian(storage)];
    const [near, far, bare, deletedNote, archivedNote] = [
      await owner.noteAt([80, 10]),
      await owner.noteAt([90]),
      await owner.note(),
      await owner.noteAt([0]),
      await owner.noteAt([0], { archived: true }),
    ];
    await owner.noteAt([1]);
    await owner.delete(deletedNote);
    const foreign = await other.noteAt([0]);
    const hits = await owner.similarities(0, [far, near, near, bare, deletedNote, archivedNote, foreign, aNote()]);
    expect(hits.map((hit) => [hit.id, hit.window?.start])).toEqual([
      [near.id, 10],
      [far.id, 0],
    ]);
    expectSimilarities(hits, [cosine(10), 0]);
    expect(await owner.similarities(0, [])).toEqual([]);
  });

  it("returns those of archived notes on demand, but not of deleted ones", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const [archivedNote, live, deletedNote] = [
      await owner.noteAt([0], { archived: true }),
      await owner.noteAt([20]),
      await owner.noteAt([10], { archived: true }),
    ];
    await owner.delete(deletedNote);
    const notes = [archivedNote, live, deletedNote];
    const hits = await owner.similarities(0, notes, { withArchived: true });
    expect(hits.map(({ id }) => id)).toEqual([archivedNote.id, live.id]);
    expect((await owner.similarities(0, notes)).map(({ id }) => id)).toEqual([live.id]);
  });

  it("leaves out notes that were created after a time, and does not count them towards the limit", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const times = ["2026-03-01T12:00:00.000Z", "2026-03-01T12:00:00.001Z", "2026-03-02T00:00:00.000Z"];
    const notes = [];
    for (const [index, created_at] of times.entries())
      notes.push(await owner.noteAt([30 - index * 10], { created_at }));
    const near = async (createdUpTo: string, limit = 10) =>
      (await owner.nearest(0, { createdUpTo, limit })).map(({ id }) => id);
    expect(await near(times[0]!)).toEqual([notes[0]!.id]);
    expect(await near(times[1]!)).toEqual([notes[1]!.id, notes[0]!.id]);
    expect(await near(times[1]!, 1)).toEqual([notes[1]!.id]);
    expect(await near("2026-03-01T11:59:59.999Z")).toEqual([]);
    expect(await near(times[2]!)).toHaveLength(3);
  });

  it("returns the similarities of many notes", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const notes = await Promise.all(Array.from({ length: 40 }, (_, index) => owner.noteAt([index])));
    const hits = await owner.similarities(0, [...notes.slice(10), ...Array.from({ length: 500 }, () => aNote())]);
    expect(hits.map((hit) => hit.id)).toEqual(notes.slice(10).map((note) => note.id));
  });

  it("finds nothing of another user", async () => {
    await using storage = await open();
    await givenLibrarian(storage).noteAt([0]);
    expect(await givenLibrarian(storage).nearest(0)).toEqual([]);
  });

  it("keeps the vectors of two models side by side", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const [one, two] = [await owner.noteAt([10]), await owner.noteAt([20])];
    expect(await owner.nearest(0, { model: OTHER_MODEL })).toEqual([]);
    await owner.put(one, [70], { model: OTHER_MODEL });
    await owner.put(two, [60], { model: OTHER_MODEL });
    expectSimilarities(await owner.nearest(0), [cosine(10), cosine(20)]);
    const others = await owner.nearest(0, { model: OTHER_MODEL });
    expect(others.map((hit) => hit.id)).toEqual([two.id, one.id]);
    expectSimilarities(others, [cosine(60), cosine(70)]);
    await owner.delete(two);
    expect(await owner.nearest(0, { model: OTHER_MODEL })).toHaveLength(1);
    expect(await owner.nearest(0)).toHaveLength(1);
  });

  it("finds every one of many notes by its own vector", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const notes = await Promise.all(Array.from({ length: 60 }, (_, index) => owner.noteAt([index * 6])));
    for (const [index, note] of notes.entries()) {
      if (index % 7 === 0)
        expect((await owner.nearest(index * 6, { limit: 1 })).map((hit) => hit.id)).toEqual([note.id]);
    }
  });
}

function expectSimilarities(hits: readonly VectorHit[], similarities: readonly number[]): void {
  expect(hits).toHaveLength(similarities.length);
  for (const [index, hit] of hits.entries()) expect(hit.similarity).toBeCloseTo(similarities[index]!, PLACES);
}
