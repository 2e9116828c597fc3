import { RELATIONS } from "@knote/contract";
import { expect, it } from "vitest";
import { aLink } from "../../builders/a-link.ts";
import { givenOwner, REMOVED_AT } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";
import { countAccepted, expectRefusal } from "../refusals.ts";

const DIRECTED_RELATIONS = RELATIONS.filter((relation) => relation !== "relates_to");

export function linkIdentity(open: OpenStorage): void {
  it.each(RELATIONS)("returns a link of %s unchanged", async (relation) => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [source, target] = [await owner.note(), await owner.note()];
    const link = await owner.link(source, relation, target, "2026-03-01T12:00:00.123Z");
    expect(await storage.links.get(owner.userId, link)).toEqual(link);
    expect((await storage.links.list(owner.userId, { limit: 10 })).links).toEqual([link]);
  });

  it.each(RELATIONS)("refuses a second link of %s and keeps the first", async (relation) => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [source, target] = [await owner.note(), await owner.note()];
    const link = await owner.link(source, relation, target, "2026-03-01T12:00:00.000Z");
    await expectRefusal(owner.link(source, relation, target, "2026-03-02T12:00:00.000Z"), "CONFLICT");
    expect((await storage.links.list(owner.userId, { limit: 10 })).links).toEqual([link]);
  });

  it("treats relates_to as the same link in both directions", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const notes = [await owner.note(), await owner.note()] as const;
    for (const [one, other] of [notes, notes.toReversed() as unknown as typeof notes]) {
      const link = await owner.link(one, "relates_to", other);
      const reversedLink = { ...link, source_id: other.id, target_id: one.id };
      await expectRefusal(owner.link(other, "relates_to", one), "CONFLICT");
      expect(await storage.links.get(owner.userId, reversedLink)).toEqual(link);
      expect(await storage.links.delete(owner.userId, reversedLink, REMOVED_AT, [])).toBe(true);
      expect(await storage.links.get(owner.userId, link)).toBeNull();
    }
  });

  it.each(DIRECTED_RELATIONS)("treats %s as another link in the other direction", async (relation) => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [one, other] = [await owner.note(), await owner.note()];
    const there = await owner.link(one, relation, other);
    const reversedLink = { ...there, source_id: other.id, target_id: one.id };
    expect(await storage.links.get(owner.userId, reversedLink)).toBeNull();
    expect(await storage.links.delete(owner.userId, reversedLink, REMOVED_AT, [])).toBe(false);
    const back = await owner.link(other, relation, one);
    await storage.links.delete(owner.userId, there, REMOVED_AT, []);
    expect((await storage.links.list(owner.userId, { limit: 10 })).links).toEqual([back]);
  });

  it("keeps links of every relation between the same notes apart", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [source, target] = [await owner.note(), await owner.note()];
    for (const relation of RELATIONS) await owner.link(source, relation, target);
    await storage.links.delete(
      owner.userId,
      { source_id: source.id, target_id: target.id, relation: "extends" },
      REMOVED_AT,
      [],
    );
    const remaining = (await storage.links.list(owner.userId, { limit: 10 })).links.map((link) => link.relation);
    expect(remaining.toSorted()).toEqual(RELATIONS.filter((relation) => relation !== "extends").toSorted());
  });

  it("accepts one of many parallel inserts of relates_to, in either direction", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [one, other] = [await owner.note(), await owner.note()];
    const inserts = Array.from({ length: 10 }, (_, index) =>
      index % 2 ? owner.link(one, "relates_to", other) : owner.link(other, "relates_to", one),
    );
    expect(await countAccepted(inserts, "CONFLICT")).toBe(1);
    expect((await storage.links.list(owner.userId, { limit: 10 })).links).toHaveLength(1);
  });

  it("deletes a link once, even in parallel calls", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const link = await owner.link(await owner.note(), "extends", await owner.note());
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => storage.links.delete(owner.userId, link, REMOVED_AT, [])),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await storage.links.delete(owner.userId, link, REMOVED_AT, [])).toBe(false);
  });

  it("accepts a deleted link again", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [source, target] = [await owner.note(), await owner.note()];
    const link = await owner.link(source, "supersedes", target);
    await storage.links.delete(owner.userId, link, REMOVED_AT, []);
    const again = await owner.link(source, "supersedes", target, "2027-01-01T00:00:00.000Z");
    expect(await storage.links.get(owner.userId, link)).toEqual(again);
  });

  it("refuses an unknown end and one of another user", async () => {
    await using storage = await open();
    const [owner, other] = [givenOwner(storage), givenOwner(storage)];
    const [note, foreign] = [await owner.note(), await other.note()];
    for (const ends of [
      { source_id: note.id },
      { target_id: note.id },
      { source_id: note.id, target_id: foreign.id },
      { source_id: foreign.id, target_id: note.id },
    ]) {
      await expectRefusal(storage.links.insert(owner.userId, aLink(ends), []), "NOT_FOUND");
    }
    expect((await storage.links.list(owner.userId, { limit: 10 })).links).toEqual([]);
    expect((await storage.links.list(other.userId, { limit: 10 })).links).toEqual([]);
  });
}
