import type { Storage, StoredNote } from "@knote/api";
import { expect, it } from "vitest";
import { freshId } from "../../builders/fresh-id.ts";
import { givenOwner } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

export function linkSupersession(open: OpenStorage): void {
  it("tells what notes supersede directly, over no other relation", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [newest, newer, old, other] = [
      await owner.note(),
      await owner.note(),
      await owner.note(),
      await owner.note(),
    ];
    await owner.link(newest, "supersedes", newer);
    await owner.link(newer, "supersedes", old);
    await owner.link(newer, "supersedes", other);
    await owner.link(newest, "contradicts", other);
    await owner.link(newest, "extends", old);
    expect(await superseded(storage, owner.userId, [newest])).toEqual(sorted([newer]));
    expect(await superseded(storage, owner.userId, [newer])).toEqual(sorted([old, other]));
    expect(await superseded(storage, owner.userId, [newest, newer, old])).toEqual(sorted([newer, old, other]));
    expect(await superseded(storage, owner.userId, [old, other])).toEqual([]);
    expect(await storage.links.supersededBy(owner.userId, [freshId()])).toEqual([]);
    expect(await storage.links.supersededBy(owner.userId, [])).toEqual([]);
  });

  it("counts links of deleted notes until these are purged", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [newest, newer, old] = [await owner.note(), await owner.note(), await owner.note()];
    await owner.link(newest, "supersedes", newer);
    await owner.link(newer, "supersedes", old);
    await owner.delete(newer);
    expect(await superseded(storage, owner.userId, [newest])).toEqual(sorted([newer]));
    expect(await superseded(storage, owner.userId, [newer])).toEqual(sorted([old]));
    await owner.delete(newest);
    await owner.delete(old);
    expect(await superseded(storage, owner.userId, [newest, newer])).toEqual(sorted([newer, old]));
    await owner.purge(newer);
    expect(await superseded(storage, owner.userId, [newest, newer])).toEqual([]);
  });

  it("forgets a link that was deleted", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [newer, old] = [await owner.note(), await owner.note()];
    const link = await owner.link(newer, "supersedes", old);
    await storage.links.delete(owner.userId, link, []);
    expect(await storage.links.supersededBy(owner.userId, [newer.id])).toEqual([]);
  });

  it("tells nothing of another user", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const newer = await owner.note();
    await owner.link(newer, "supersedes", await owner.note());
    expect(await storage.links.supersededBy(givenOwner(storage).userId, [newer.id])).toEqual([]);
  });

  // The product looks for a cycle again after its insert: that helps only if each closer then sees the other's link.
  it("shows at least one of two parallel closers of a cycle the other's link", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [one, other] = [await owner.note(), await owner.note()];
    const sawTheOther = await Promise.all(
      [[one, other] as const, [other, one] as const].map(async ([source, target]) => {
        await owner.link(source, "supersedes", target);
        return (await storage.links.supersededBy(owner.userId, [target.id])).includes(source.id);
      }),
    );
    expect(sawTheOther).toContain(true);
  });
}

async function superseded(storage: Storage, userId: string, notes: readonly StoredNote[]): Promise<string[]> {
  const ids = await storage.links.supersededBy(
    userId,
    notes.map((note) => note.id),
  );
  return [...new Set(ids)].toSorted();
}

function sorted(notes: readonly StoredNote[]): string[] {
  return notes.map((note) => note.id).toSorted();
}
