import type { Link } from "@knote/contract";
import type { Storage, StoredNote } from "@knote/api";
import { expect, it } from "vitest";
import { givenOwner, REMOVED_AT } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";
import { expectRefusal } from "../refusals.ts";

export function linkVisibility(open: OpenStorage): void {
  it.each([
    ["source", 0],
    ["target", 1],
  ])("hides a link with its deleted %s and shows it again with the note", async (_, end) => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const notes = [await owner.note(), await owner.note()] as const;
    const link = await owner.link(notes[0], "supersedes", notes[1]);
    await owner.delete(notes[end]!);
    expect(await readEverywhere(storage, owner.userId, link, notes)).toEqual([]);
    await owner.restore(notes[end]!);
    expect(await readEverywhere(storage, owner.userId, link, notes)).toEqual([
      link,
      link,
      link,
      { ...link, sourceArchived: false, targetArchived: false },
    ]);
  });

  it("hides a link until both of its deleted ends are back", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const notes = [await owner.note(), await owner.note()] as const;
    const link = await owner.link(notes[0], "contradicts", notes[1]);
    await owner.delete(notes[0]);
    await owner.delete(notes[1]);
    await owner.restore(notes[0]);
    expect(await readEverywhere(storage, owner.userId, link, notes)).toEqual([]);
    await owner.restore(notes[1]);
    expect(await readEverywhere(storage, owner.userId, link, notes)).toHaveLength(4);
  });

  it("refuses a link that exists but is hidden, in either direction of relates_to", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [one, other] = [await owner.note(), await owner.note()];
    const link = await owner.link(one, "relates_to", other, "2026-03-01T12:00:00.000Z");
    await owner.delete(other);
    await expectRefusal(owner.link(one, "relates_to", other), "CONFLICT");
    await expectRefusal(owner.link(other, "relates_to", one), "CONFLICT");
    await owner.restore(other);
    expect(await storage.links.get(owner.userId, link)).toEqual(link);
  });

  it("does not delete a hidden link", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [one, other] = [await owner.note(), await owner.note()];
    const link = await owner.link(one, "extends", other);
    await owner.delete(one);
    expect(await storage.links.delete(owner.userId, link, REMOVED_AT, [])).toBe(false);
    await owner.restore(one);
    expect(await storage.links.get(owner.userId, link)).toEqual(link);
  });

  it("accepts a link to a deleted note, and shows it once the note is back", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const notes = [await owner.note(), await owner.note()] as const;
    await owner.delete(notes[1]);
    const link = await owner.link(notes[0], "supersedes", notes[1]);
    expect(await readEverywhere(storage, owner.userId, link, notes)).toEqual([]);
    await owner.restore(notes[1]);
    expect(await readEverywhere(storage, owner.userId, link, notes)).toHaveLength(4);
  });

  it("does not bring back a link whose other end was purged", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const notes = [await owner.note(), await owner.note()] as const;
    const link = await owner.link(notes[0], "supersedes", notes[1]);
    await owner.delete(notes[0]);
    await owner.purge(notes[1]);
    await owner.restore(notes[0]);
    expect(await readEverywhere(storage, owner.userId, link, notes)).toEqual([]);
  });

  it("leaves links alone when an end is revised", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const notes = [await owner.note(), await owner.note()] as const;
    const link = await owner.link(notes[0], "supersedes", notes[1]);
    await owner.revise(notes[1], { title: "Bats" });
    expect(await readEverywhere(storage, owner.userId, link, notes)).toHaveLength(4);
  });

  it("shows and deletes nothing for another user", async () => {
    await using storage = await open();
    const [owner, other] = [givenOwner(storage), givenOwner(storage)];
    const notes = [await owner.note(), await owner.note()] as const;
    const link = await owner.link(notes[0], "supersedes", notes[1]);
    expect(await readEverywhere(storage, other.userId, link, notes)).toEqual([]);
    expect(await storage.links.delete(other.userId, link, REMOVED_AT, [])).toBe(false);
    expect(await readEverywhere(storage, owner.userId, link, notes)).toHaveLength(4);
  });
}

/** Returns the link from each read method that shows it. */
async function readEverywhere(
  storage: Storage,
  userId: string,
  link: Link,
  notes: readonly StoredNote[],
): Promise<unknown[]> {
  const got = await storage.links.get(userId, link);
  const touching = await storage.links.listTouching(
    userId,
    notes.map((note) => note.id),
    10,
  );
  const { links, next } = await storage.links.list(userId, { limit: 10 });
  expect(next).toBeNull();
  const { newerOf, contradictionsOf } = await storage.links.states(userId);
  // A contradiction is known at both its ends.
  const bearing = new Set([...newerOf.values(), ...contradictionsOf.values()].flat());
  return [...(got ? [got] : []), ...touching, ...links, ...bearing];
}
