import { listRestLinks, lookKey, type RestLink, type Storage, type StoredNote } from "@knote/api";
import { expect, it } from "vitest";
import { aLink } from "../../builders/a-link.ts";
import { aNoteWrite } from "../../builders/a-note.ts";
import { givenOwner, minute, REMOVED_AT, type Owner } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

export function restLinks(open: OpenStorage): void {
  it("are the owner's links by which notes rest on others, with what bears on their ends", async () => {
    await using storage = await open();
    const [owner, stranger] = [givenOwner(storage), givenOwner(storage)];
    const { a, b, c } = await givenThree(owner);
    await owner.link(a, "supersedes", b);
    const [depends, derived] = [await owner.link(a, "depends_on", b), await owner.link(b, "derived_from", c)];
    const sound = { sourceArchived: false, targetArchived: false, sourceDeleted: false, targetDeleted: false };
    const plain = { ...sound, targetClaimedAt: null, targetSetAsideAt: null };
    expect(await links(storage, owner)).toEqual([
      { ...depends, ...plain },
      { ...derived, ...plain },
    ]);
    const reworded = await owner.revise(b, { title: "Else", claimed_at: minute(8), updated_at: minute(8) });
    await owner.revise(c, { archived: true, updated_at: minute(9) });
    const [first, second] = await links(storage, owner);
    expect(first).toEqual({ ...depends, ...plain, targetClaimedAt: minute(8) });
    expect(second).toEqual({ ...derived, ...plain, targetArchived: true, targetSetAsideAt: minute(9) });
    await storage.notes.delete(owner.userId, b.id, minute(20), []);
    const [lost, hidden] = await links(storage, owner);
    expect(lost).toMatchObject({ targetDeleted: true, targetSetAsideAt: minute(20), sourceDeleted: false });
    expect(hidden).toMatchObject({ sourceDeleted: true, targetDeleted: false });
    expect(await links(storage, stranger)).toEqual([]);
    await owner.purge(reworded);
    expect(await links(storage, owner)).toEqual([]);
  });

  it("get new versions with every write that can change them, and only such writes count for them", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const { a, b, c } = await givenThree(owner);
    const { userId } = owner;
    const moved = async (work: () => Promise<unknown>) => {
      const before = await storage.links.versions(userId);
      await work();
      const after = await storage.links.versions(userId);
      return [after.rests !== before.rests, after.standing !== before.standing];
    };
    const link = aLink({ source_id: a.id, target_id: b.id, relation: "depends_on" });
    const key = lookKey("review", a.id, b.id);
    const look = { key, basis: "-", verdict: "fine", reason: null, details: null, at: minute(5) };
    const both = [true, true];
    expect(await moved(() => storage.links.insert(userId, link, []))).toEqual(both);
    expect((await moved(() => owner.link(c, "supersedes", b)))[1]).toBe(true);
    expect((await moved(() => storage.looks.put(userId, [look])))[1]).toBe(true);
    expect((await moved(() => storage.looks.remove(userId, [key])))[1]).toBe(true);
    const reworded = await owner.revise(b, { title: "Else", claimed_at: minute(8), updated_at: minute(8) });
    expect(await moved(() => owner.archive(reworded))).toEqual(both);
    expect(await moved(() => owner.delete(b))).toEqual(both);
    expect(await moved(() => owner.restore(b))).toEqual(both);
    const other = { ...link, relation: "derived_from" as const };
    const events = { at: REMOVED_AT, unlinked: [], linked: [] };
    expect(await moved(() => storage.links.replace(userId, link, other, events))).toEqual(both);
    expect(await moved(() => storage.links.delete(userId, other, REMOVED_AT, []))).toEqual(both);
    const write = aNoteWrite();
    const fromNew = aLink({ source_id: write.note.id, target_id: a.id, relation: "depends_on" });
    expect(await moved(() => storage.notes.insertLinked(userId, write, [fromNew], []))).toEqual(both);
    expect(await moved(() => storage.links.insertMany(userId, [link]))).toEqual(both);
    expect(await moved(() => owner.purge(b))).toEqual(both);
    expect(await moved(async () => {})).toEqual([false, false]);
  });

  it("are those of some notes on demand, and the notes that changes touch are known, or it is known that they are not", async () => {
    await using storage = await open();
    const [owner, stranger] = [givenOwner(storage), givenOwner(storage)];
    const { a, b, c } = await givenThree(owner);
    const { userId } = owner;
    const [depends, derived] = [await owner.link(a, "depends_on", b), await owner.link(b, "derived_from", c)];
    await owner.link(a, "extends", c);
    const keysOf = async (touching: readonly string[], user = userId) =>
      (await storage.links.restLinks(user, touching)).map((link) => `${link.source_id} ${link.target_id}`).toSorted();
    const [first, second] = [depends, derived].map((link) => `${link.source_id} ${link.target_id}`) as [string, string];
    expect(await keysOf([a.id])).toEqual([first]);
    expect(await keysOf([b.id])).toEqual([first, second].toSorted());
    expect(await keysOf([a.id, b.id, c.id, "nobody"])).toEqual([first, second].toSorted());
    expect(await keysOf([])).toEqual([]);
    expect(await keysOf([a.id, b.id], stranger.userId)).toEqual([]);
    const reworded = await owner.revise(b, { title: "Else", claimed_at: minute(8), updated_at: minute(8) });
    const all = await links(storage, owner);
    expect(await storage.links.restLinks(userId, [a.id])).toEqual([all[0]]);
    const touched = async (work: () => Promise<unknown>) => {
      const { rests } = await storage.links.versions(userId);
      await work();
      const ids = await storage.links.restChanges(userId, rests);
      return ids && new Set(ids);
    };
    const expectTouched = async (ids: readonly string[], work: () => Promise<unknown>) => {
      const touchedIds = await touched(work);
      if (touchedIds !== null) expect([...touchedIds].toSorted()).toEqual(ids.toSorted());
    };
    await expectTouched([], () => owner.link(a, "supersedes", b));
    await expectTouched([c.id, a.id], () => owner.link(c, "depends_on", a));
    await expectTouched([b.id], () => owner.archive(reworded));
    await expectTouched([c.id], () => owner.delete(c));
    await expectTouched([c.id, a.id, b.id], async () => {
      await owner.restore(c);
      await storage.links.delete(userId, depends, REMOVED_AT, []);
    });
    const write = aNoteWrite();
    const fromNew = aLink({ source_id: write.note.id, target_id: a.id, relation: "depends_on" });
    await expectTouched([write.note.id, a.id], () => storage.notes.insertLinked(userId, write, [fromNew], []));
    await expectTouched([b.id], () => owner.purge(b));
    expect(await storage.links.restChanges(userId, "never")).toBeNull();
  });

  it("get a new version when a claim that others rest on is reworded", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const { a, b } = await givenThree(owner);
    await owner.link(a, "depends_on", b);
    const before = await storage.links.versions(owner.userId);
    await owner.revise(b, { title: "Else", claimed_at: minute(8), updated_at: minute(8) });
    expect((await storage.links.versions(owner.userId)).rests).not.toBe(before.rests);
  });

  it("are all there when there are many", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const { a, b, c } = await givenThree(owner);
    const writes = Array.from({ length: 1_200 }, () => ({ ...aNoteWrite(), key: null }));
    for (let start = 0; start < writes.length; start += 400)
      await storage.notes.insertMany(owner.userId, writes.slice(start, start + 400));
    const targets = [a, b, c];
    const many = writes.flatMap(({ note }) =>
      targets.map((target) => aLink({ source_id: note.id, target_id: target.id, relation: "depends_on" })),
    );
    for (let start = 0; start < many.length; start += 900)
      await storage.links.insertMany(owner.userId, many.slice(start, start + 900));
    const keys = (await links(storage, owner)).map((one) => `${one.source_id} ${one.target_id}`);
    expect(new Set(keys).size).toBe(3_600);
    expect(keys).toHaveLength(3_600);
  });
}

async function givenThree(owner: Owner) {
  const [a, b, c] = (await owner.notes(["A", "B", "C"])) as [StoredNote, StoredNote, StoredNote];
  return { a, b, c };
}

/** Returns the rest links ordered by relation. */
async function links(storage: Storage, { userId }: Owner): Promise<RestLink[]> {
  const all = listRestLinks(await storage.links.allRestLinks(userId));
  return all.toSorted((one, other) => one.relation.localeCompare(other.relation));
}
