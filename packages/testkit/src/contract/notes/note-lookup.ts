import { titleKey } from "@knote/api";
import { expect, it } from "vitest";
import { freshId, freshUserId } from "../../builders/fresh-id.ts";
import { givenOwner, idsOf } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

export function noteLookup(open: OpenStorage): void {
  it.each(["", " ", "no-id", "__proto__", "constructor", "'; DROP TABLE notes; --", "\u{1F9E0}", "x".repeat(300)])(
    "returns null for %j, which is not an id",
    async (id) => {
      await using storage = await open();
      const owner = givenOwner(storage);
      await owner.note();
      expect(await storage.notes.get(owner.userId, id)).toBeNull();
      expect(await storage.notes.getMany(owner.userId, [id])).toEqual([]);
      expect(await storage.notes.delete(owner.userId, id, new Date().toISOString(), [])).toBe(false);
    },
  );

  it("finds an id only in its exact spelling", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const { id } = await owner.note({ id: "0195cf6a-7c00-7abc-8def-" + freshId().slice(24) });
    expect(await storage.notes.get(owner.userId, id.toUpperCase())).toBeNull();
    expect(await storage.notes.get(owner.userId, ` ${id}`)).toBeNull();
  });

  it("returns the live notes among many ids, duplicates once", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [liveNote, other, deletedNote] = [await owner.note(), await owner.note(), await owner.note()];
    const foreign = await givenOwner(storage).note();
    await owner.delete(deletedNote);
    const ids = [
      other.id,
      liveNote.id,
      liveNote.id,
      deletedNote.id,
      foreign.id,
      ...Array.from({ length: 995 }, () => freshId()),
    ];
    expect(idsOf(await storage.notes.getMany(owner.userId, ids))).toEqual(idsOf([liveNote, other]));
    expect(await storage.notes.getMany(owner.userId, [])).toEqual([]);
  });

  it("finds live notes by the key of their title", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [one, same, other] = [
      await owner.note({ title: "Owls hunt" }),
      await owner.note({ title: "The owl's hunting!" }),
      await owner.note({ title: "Bats" }),
    ];
    await givenOwner(storage).note({ title: "Owls hunt" });
    await owner.note({ title: "Owls hunt well" });
    const deletedNote = await owner.note({ title: "Owls hunt" });
    await owner.delete(deletedNote);
    const idsByKey = await storage.notes.findByTitleKeys(owner.userId, [
      titleKey("Owls hunt"),
      titleKey("The owl's hunting!"),
      titleKey("Bats"),
      "no such key",
    ]);
    expect([...idsByKey].map(([key, ids]) => [key, ids.toSorted()]).toSorted()).toEqual(
      [
        [titleKey("Bats"), [other.id]],
        [titleKey("Owls hunt"), [one.id]],
        [titleKey("The owl's hunting!"), [same.id]],
      ].toSorted(),
    );
  });

  it("finds by the title of the current revision", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const { id } = await owner.revise(await owner.note({ title: "Owls hunt" }), { title: "Bats hunt" });
    const idsByKey = await storage.notes.findByTitleKeys(owner.userId, [titleKey("Owls hunt"), titleKey("Bats hunt")]);
    expect([...idsByKey]).toEqual([[titleKey("Bats hunt"), [id]]]);
  });

  it("returns at most 20 notes per title key", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const storedNotes = await Promise.all(Array.from({ length: 25 }, () => owner.note({ title: "Owls" })));
    const foundIds = (await storage.notes.findByTitleKeys(owner.userId, [titleKey("Owls")])).get(titleKey("Owls"))!;
    expect(foundIds).toHaveLength(20);
    expect(new Set(foundIds).size).toBe(20);
    expect(idsOf(storedNotes)).toEqual(expect.arrayContaining(foundIds));
  });

  it("finds live notes by the beginning of their title key, in the order of the keys", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const titles = ["Owls hunt well", "Owl", "What is it", "Owls hunt", "Owlet", "Bats", "Overlook"];
    for (const title of titles) await owner.note({ title });
    await givenOwner(storage).note({ title: "Owls" });
    await owner.delete(await owner.note({ title: "Owls hear" }));
    await owner.revise(await owner.note({ title: "Owls sleep" }), { title: "Bats sleep" });
    const findTitles = async (beginning: string, limit = 50) =>
      (await storage.notes.findByTitleBeginning(owner.userId, beginning, limit)).map(({ title }) => title);
    expect(await findTitles("owl")).toEqual(["Owl", "Owls hunt", "Owls hunt well", "Owlet"]);
    expect(await findTitles("owl", 3)).toEqual(["Owl", "Owls hunt", "Owls hunt well"]);
    expect(await findTitles("owl ")).toEqual(["Owls hunt", "Owls hunt well"]);
    expect(await findTitles("owls")).toEqual([]);
    // A title of only stop words has the empty key.
    expect(await findTitles("", 2)).toEqual(["What is it", "Bats"]);
    expect(await storage.notes.findByTitleBeginning(freshUserId(), "", 50)).toEqual([]);
  });
}
