import type { Storage, StoredNote } from "@knote/api";
import { expect, it } from "vitest";
import { freshId } from "../../builders/fresh-id.ts";
import { givenOwner, type Owner, REMOVED_AT } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

export function linkSupersession(open: OpenStorage): void {
  it("knows what a note supersedes, directly or through a chain, and over no other relation", async () => {
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
    await owner.link(newest, "contradicts", other);
    await owner.link(old, "extends", other);
    const supersedes = supersedesIn(storage, owner);
    expect(await supersedes(newest, newer)).toBe(true);
    expect(await supersedes(newest, old)).toBe(true);
    expect(await supersedes(newer, old)).toBe(true);
    expect(await supersedes(old, newest)).toBe(false);
    expect(await supersedes(newer, newest)).toBe(false);
    expect(await supersedes(newest, other)).toBe(false);
    expect(await supersedes(newest, newest)).toBe(false);
    expect(await storage.links.supersedes(owner.userId, newest.id, freshId())).toBe(false);
    expect(await storage.links.supersedes(owner.userId, freshId(), newest.id)).toBe(false);
  });

  it("follows chains that fork and meet", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [top, left, right, low, bottom] = await owner.notes(["Top", "Left", "Right", "Low", "Bottom"]);
    await owner.link(top!, "supersedes", left!);
    await owner.link(top!, "supersedes", right!);
    await owner.link(right!, "supersedes", low!);
    await owner.link(left!, "supersedes", bottom!);
    await owner.link(low!, "supersedes", bottom!);
    const supersedes = supersedesIn(storage, owner);
    expect(await supersedes(top!, bottom!)).toBe(true);
    expect(await supersedes(right!, bottom!)).toBe(true);
    expect(await supersedes(left!, low!)).toBe(false);
    expect(await supersedes(bottom!, top!)).toBe(false);
  });

  it("follows a long chain to its end, in both directions", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const chain = await owner.notes(Array.from({ length: 60 }, (_, index) => `Version ${index}`));
    await Promise.all(chain.slice(1).map((note, index) => owner.link(note, "supersedes", chain[index]!)));
    const supersedes = supersedesIn(storage, owner);
    expect(await supersedes(chain.at(-1)!, chain[0]!)).toBe(true);
    expect(await supersedes(chain[0]!, chain.at(-1)!)).toBe(false);
    expect(await supersedes(chain[40]!, chain[20]!)).toBe(true);
    expect(await supersedes(chain[20]!, chain[40]!)).toBe(false);
  });

  it("counts links of deleted notes until the notes are purged", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [newest, newer, old] = [await owner.note(), await owner.note(), await owner.note()];
    await owner.link(newest, "supersedes", newer);
    await owner.link(newer, "supersedes", old);
    const supersedes = supersedesIn(storage, owner);
    await owner.delete(newer);
    expect(await supersedes(newest, old)).toBe(true);
    await owner.delete(newest);
    await owner.delete(old);
    expect(await supersedes(newest, newer)).toBe(true);
    expect(await supersedes(newest, old)).toBe(true);
    await owner.purge(newer);
    expect(await supersedes(newest, old)).toBe(false);
  });

  it("forgets a link that was deleted", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [newer, old] = [await owner.note(), await owner.note()];
    const link = await owner.link(newer, "supersedes", old);
    await storage.links.delete(owner.userId, link, REMOVED_AT, []);
    expect(await supersedesIn(storage, owner)(newer, old)).toBe(false);
  });

  it("ignores links of another user", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [newer, old] = [await owner.note(), await owner.note()];
    await owner.link(newer, "supersedes", old);
    expect(await storage.links.supersedes(givenOwner(storage).userId, newer.id, old.id)).toBe(false);
  });

  // The product checks for a cycle again after its insert, which helps only if one insert then sees the other link.
  it("shows at least one of two parallel inserts that close a cycle the other's link", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [one, other] = [await owner.note(), await owner.note()];
    const sawTheOther = await Promise.all(
      [[one, other] as const, [other, one] as const].map(async ([source, target]) => {
        await owner.link(source, "supersedes", target);
        return await supersedesIn(storage, owner)(target, source);
      }),
    );
    expect(sawTheOther).toContain(true);
  });
}

function supersedesIn(storage: Storage, { userId }: Owner) {
  return (newer: StoredNote, older: StoredNote) => storage.links.supersedes(userId, newer.id, older.id);
}
