import type { StoredNote } from "@knote/api";
import { expect, it } from "vitest";
import { givenOwner, searchable, type Owner } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";
import { referenceHits } from "./reference-bm25.ts";

export function keywordFollowing(open: OpenStorage): void {
  it("finds an update at once, and no longer the replaced text", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const note = await owner.note({ title: "Owls hunt", content: "mice", tags: ["birds"] });
    await owner.revise(note, { title: "Bats hunt", content: "moths", tags: ["mammals"] });
    for (const oldQuery of ["owls", "mice", "birds", "ow*", '"owls hunt"'])
      expect(await owner.findIds(oldQuery), oldQuery).toEqual([]);
    for (const now of ["bats", "moths", "mammals", "ba*", '"bats hunt"', "hunt"])
      expect(await owner.findIds(now), now).toEqual([note.id]);
    expect(await storage.keywords.scores(owner.userId, searchable("owls"), [note.id])).toEqual([]);
  });

  it("does not find a deleted note, and finds it again once restored", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const note = await owner.note({ title: "Owls hunt" });
    for (const q of ["owls", "ow*", '"owls hunt"']) {
      await owner.delete(note);
      expect(await owner.findIds(q), q).toEqual([]);
      expect(await storage.keywords.scores(owner.userId, searchable(q), [note.id])).toEqual([]);
      await owner.restore(note);
      expect(await owner.findIds(q), q).toEqual([note.id]);
    }
  });

  it("does not let deleted notes take the places of live ones", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const liveNote = await owner.note({ title: "A longer title that names owls once" });
    for (let index = 0; index < 10; index++)
      await owner.delete(await owner.note({ title: "Owls owls owls", content: "-" }));
    expect((await storage.keywords.search(owner.userId, searchable("owls"), {}, 1)).map((hit) => hit.id)).toEqual([
      liveNote.id,
    ]);
  });

  it.each<readonly [change: string, work: (owner: Owner, note: StoredNote) => Promise<unknown>]>([
    ["a delete", (owner, note) => owner.delete(note)],
    ["a purge", (owner, note) => owner.purge(note)],
    ["a purge of a deleted note", async (owner, note) => [await owner.delete(note), await owner.purge(note)]],
    ["a restore", async (owner, note) => [await owner.delete(note), await owner.restore(note)]],
    ["an update", (owner, note) => owner.revise(note, { title: "Moon", content: "owls ".repeat(30) })],
    ["an update of the tags alone", (owner, note) => owner.revise(note, { tags: ["owls", "mice"] })],
    ["archiving", (owner, note) => owner.archive(note)],
    [
      "an update that comes too late",
      async (owner, note) => [
        await owner.revise(note, {}),
        await owner.revise(note, { content: "owls ".repeat(30) }).catch(() => null),
      ],
    ],
    [
      "an insert of an existing id",
      (owner, note) => owner.note({ id: note.id, content: "owls ".repeat(30) }).catch(() => null),
    ],
  ])("has the right statistics after %s", async (_, change) => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const notes = await owner.notes(["Owls hunt mice", "Owls sleep by day", "Mice sleep", "Owls", "Moon", "Bats"]);
    await change(owner, notes[0]!);
    const liveNotes = await storage.notes.getMany(
      owner.userId,
      notes.map((note) => note.id),
    );
    const query = searchable("owls mice sleep", "any");
    const expectedHits = referenceHits(query, liveNotes);
    const actual = await storage.keywords.search(owner.userId, query, {});
    expect(actual.map((hit) => hit.id)).toEqual(expectedHits.map((hit) => hit.id));
    for (const [index, hit] of actual.entries()) expect(hit.score).toBeCloseTo(expectedHits[index]!.score, 9);
  });

  it("has the right statistics after many parallel writes", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const note = await owner.note({ title: `Owls number${index}`, content: "mice ".repeat(1 + (index % 5)) });
        if (index % 3 === 1) await owner.revise(note, { content: "moon" });
        if (index % 3 === 2) await owner.delete(note);
      }),
    );
    const liveNotes = await storage.notes.list(owner.userId, {}, { limit: 100 });
    const query = searchable("mice moon", "any");
    const expectedScores = new Map(referenceHits(query, liveNotes).map((hit) => [hit.id, hit.score]));
    const actual = await storage.keywords.search(owner.userId, query, {});
    expect(actual).toHaveLength(20);
    for (const hit of actual) expect(hit.score).toBeCloseTo(expectedScores.get(hit.id)!, 9);
  });
}
