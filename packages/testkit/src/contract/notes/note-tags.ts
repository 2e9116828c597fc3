import { expect, it } from "vitest";
import { aNoteWrite } from "../../builders/a-note.ts";
import { freshUserId } from "../../builders/fresh-id.ts";
import { givenOwner } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

export function noteTags(open: OpenStorage): void {
  it("finds tags by their beginning, the most used first, each once", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    for (const tags of [["leather"], ["Learning", "sleep"], ["Learning"], ["Learning", "Lear"], ["a learned one"]])
      await owner.note({ tags });
    const findTags = (beginning: string, limit = 50) => storage.notes.findTags(owner.userId, beginning, limit);
    expect(await findTags("lea")).toEqual(["Learning", "Lear", "leather"]);
    expect(await findTags("lea", 2)).toEqual(["Learning", "Lear"]);
    expect(await findTags("lear")).toEqual(["Learning", "Lear"]);
    expect(await findTags("learning")).toEqual(["Learning"]);
    expect(await findTags("x")).toEqual([]);
    expect(await findTags("")).toEqual(["Learning", "a learned one", "Lear", "leather", "sleep"]);
  });

  it("treats spellings as one tag, and returns one of them", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    for (const tag of ["Résumé", "résumé", "RÉSUMÉ"]) await owner.note({ tags: [tag] });
    await owner.note({ tags: ["rétro"] });
    const [first, ...others] = await storage.notes.findTags(owner.userId, "ré", 50);
    expect(first!.toLowerCase()).toBe("résumé");
    expect(others).toEqual(["rétro"]);
  });

  it("finds the current tags of the owner's live notes only", async () => {
    await using storage = await open();
    const [owner, other] = [givenOwner(storage), givenOwner(storage)];
    await owner.revise(await owner.note({ tags: ["old", "once"] }), { tags: ["once", "of late"] });
    await owner.archive(await owner.note({ tags: ["of the archive"] }));
    const deletedNote = await owner.note({ tags: ["out"] });
    await owner.delete(deletedNote);
    await owner.purge(await owner.note({ tags: ["over"] }));
    await other.note({ tags: ["others"] });
    const findTags = () => storage.notes.findTags(owner.userId, "o", 50);
    expect(await findTags()).toEqual(["of late", "of the archive", "once"]);
    await owner.restore(deletedNote);
    expect(await findTags()).toEqual(["of late", "of the archive", "once", "out"]);
    expect(await storage.notes.findTags(freshUserId(), "o", 50)).toEqual([]);
  });

  it("finds a rare tag next to common ones with the same beginning", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const common = Array.from({ length: 300 }, () => ({ ...aNoteWrite({ tags: ["art", "sleep"] }), key: null }));
    await storage.notes.insertMany(owner.userId, common);
    await owner.note({ tags: ["art deco", "slow mornings"] });
    expect(await storage.notes.findTags(owner.userId, "sl", 50)).toEqual(["sleep", "slow mornings"]);
    expect(await storage.notes.findTags(owner.userId, "art", 50)).toEqual(["art", "art deco"]);
  });

  it.each(["c++", "100%", "a_b", "a.c", "$where", "\\", "it's", "🦉 owl"])("takes %j literally", async (tag) => {
    await using storage = await open();
    const owner = givenOwner(storage);
    await owner.note({ tags: [tag, "abc", "100 days", "cc"] });
    expect(await storage.notes.findTags(owner.userId, tag, 50)).toEqual([tag]);
  });
}
