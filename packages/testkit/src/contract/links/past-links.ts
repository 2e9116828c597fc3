import type { Link } from "@knote/contract";
import type { PastLink, Storage } from "@knote/api";
import { expect, it } from "vitest";
import { givenOwner, minute, type Owner } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

export function pastLinks(open: OpenStorage): void {
  it("keeps a link that was removed, with its times, once for each time it stood", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [one, other] = await owner.notes(["One", "Other"]);
    const first = await owner.link(one!, "relates_to", other!, minute(2));
    expect(await storage.links.past(owner.userId, {})).toEqual([]);
    await remove(storage, owner, { ...first, source_id: other!.id, target_id: one!.id }, minute(3));
    const second = await owner.link(other!, "relates_to", one!, minute(4));
    expect(await past(storage, owner)).toEqual([{ ...first, removed_at: minute(3) }]);
    await remove(storage, owner, second, minute(5));
    expect(await past(storage, owner)).toEqual([
      { ...first, removed_at: minute(3) },
      { ...second, removed_at: minute(5) },
    ]);
  });

  it("keeps nothing of a link whose writing is taken back, and nothing of a removal that failed", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [one, other] = await owner.notes(["One", "Other"]);
    const link = await owner.link(one!, "supersedes", other!, minute(2));
    await remove(storage, owner, { ...link, relation: "extends" }, minute(3));
    await storage.links.delete(givenOwner(storage).userId, link, minute(3), []);
    expect(await past(storage, owner)).toEqual([]);
    expect(await storage.links.delete(owner.userId, link, null, [])).toBe(true);
    expect(await past(storage, owner)).toEqual([]);
  });

  it("keeps a link that was replaced, and forgets it when the replacement is taken back", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [one, other] = await owner.notes(["One", "Other"]);
    const from = await owner.link(one!, "contradicts", other!, minute(2));
    const to: Link = { ...from, relation: "supersedes", created_at: minute(3) };
    const events = { unlinked: [], linked: [] };
    await storage.links.replace(owner.userId, from, to, { at: minute(3), ...events });
    expect(await past(storage, owner)).toEqual([{ ...from, removed_at: minute(3) }]);
    await storage.links.replace(owner.userId, to, from, { at: null, ...events });
    expect(await past(storage, owner)).toEqual([]);
    expect((await storage.links.list(owner.userId, { limit: 10 })).links).toEqual([from]);
  });

  it("forgets the removal of a link that is stored again with the time that it had", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [one, other, third] = await owner.notes(["One", "Other", "Third"]);
    const link = await owner.link(one!, "depends_on", other!, minute(2));
    const putBack = [
      () => storage.links.insert(owner.userId, link, []),
      () => storage.links.insertMany(owner.userId, [link]),
      async () => {
        const to = { ...link, target_id: third!.id, created_at: minute(4) };
        await owner.link(one!, "depends_on", third!, minute(4));
        return await storage.links.replace(owner.userId, to, link, { at: minute(5), unlinked: [], linked: [] });
      },
    ];
    for (const again of putBack) {
      await remove(storage, owner, link, minute(3));
      expect(await past(storage, owner)).toContainEqual({ ...link, removed_at: minute(3) });
      await again();
      expect(await storage.links.get(owner.userId, link)).toEqual(link);
      expect((await past(storage, owner)).filter(({ target_id }) => target_id === other!.id)).toEqual([]);
    }
    await remove(storage, owner, link, minute(6));
    expect(await past(storage, owner)).toContainEqual({ ...link, removed_at: minute(6) });
    expect(await past(storage, owner)).toHaveLength(2);
  });

  it("keeps a link that was only removed because the other exists", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [one, other] = await owner.notes(["One", "Other"]);
    const from = await owner.link(one!, "contradicts", other!, minute(2));
    const to = await owner.link(one!, "supersedes", other!, minute(2));
    await storage.links.replace(owner.userId, from, to, { at: minute(4), unlinked: [], linked: [] });
    expect(await past(storage, owner)).toEqual([{ ...from, removed_at: minute(4) }]);
  });

  it("selects by creation, removal and notes, both ends of each time exact", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [a, b, c] = await owner.notes(["A", "B", "C"]);
    const early = await owner.link(a!, "extends", b!, minute(10));
    const late = await owner.link(b!, "extends", c!, minute(20));
    await remove(storage, owner, early, minute(30));
    await remove(storage, owner, late, minute(40));
    const relations = async (selection: Parameters<Storage["links"]["past"]>[1]) =>
      (await past(storage, owner, selection)).map(({ created_at }) => created_at);
    expect(await relations({ createdUpTo: minute(20) })).toEqual([minute(10), minute(20)]);
    expect(await relations({ createdUpTo: before(minute(20)) })).toEqual([minute(10)]);
    expect(await relations({ removedAfter: before(minute(30)) })).toEqual([minute(10), minute(20)]);
    expect(await relations({ removedAfter: minute(30) })).toEqual([minute(20)]);
    expect(await relations({ removedUpTo: minute(30) })).toEqual([minute(10)]);
    expect(await relations({ removedUpTo: before(minute(30)) })).toEqual([]);
    expect(await relations({ touching: [a!.id] })).toEqual([minute(10)]);
    expect(await relations({ touching: [a!.id, b!.id, b!.id, "unknown"] })).toEqual([minute(10), minute(20)]);
    expect(await relations({ touching: [c!.id], removedUpTo: minute(30) })).toEqual([]);
    expect(await relations({ touching: [] })).toEqual([]);
  });

  it("hides a removed link while an end is in the trash, and forgets it with a purge or an erasure", async () => {
    await using storage = await open();
    const [owner, stranger] = [givenOwner(storage), givenOwner(storage)];
    const [a, b, c] = await owner.notes(["A", "B", "C"]);
    const [first, second] = [await owner.link(a!, "extends", b!), await owner.link(b!, "extends", c!)];
    for (const link of [first, second]) await remove(storage, owner, link, minute(9));
    expect(await storage.links.past(stranger.userId, {})).toEqual([]);
    expect(await storage.links.past(stranger.userId, { touching: [b!.id] })).toEqual([]);
    await owner.delete(a!);
    expect(await past(storage, owner)).toEqual([{ ...second, removed_at: minute(9) }]);
    expect(await past(storage, owner, { touching: [a!.id] })).toEqual([]);
    await owner.restore(a!);
    expect(await past(storage, owner)).toHaveLength(2);
    await owner.purge(a!);
    expect(await past(storage, owner)).toEqual([{ ...second, removed_at: minute(9) }]);
    await storage.users.erase(owner.userId, 0);
    expect(await storage.links.past(owner.userId, {})).toEqual([]);
  });

  it("finds all of many removed links", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [hub] = await owner.notes(["Hub"]);
    const spokes = await owner.notes(Array.from({ length: 40 }, (_, index) => `Spoke ${index}`));
    const relations = ["extends", "depends_on", "derived_from"] as const;
    const links = spokes.flatMap((spoke) =>
      relations.map((relation) => ({ source_id: spoke.id, target_id: hub!.id, relation, created_at: minute(50) })),
    );
    await storage.links.insertMany(owner.userId, links);
    for (const link of links) await remove(storage, owner, link, minute(60));
    expect(await storage.links.past(owner.userId, {})).toHaveLength(120);
    expect(await storage.links.past(owner.userId, { touching: [hub!.id] })).toHaveLength(120);
  });

  it("tells since when it keeps removed links", async () => {
    await using storage = await open();
    const since = await storage.historySince();
    expect(new Date(since).toISOString()).toBe(since);
    expect(await storage.historySince()).toBe(since);
  });
}

/** Returns the removed links in the order of their creation. */
async function past(
  storage: Storage,
  { userId }: Owner,
  selection: Parameters<Storage["links"]["past"]>[1] = {},
): Promise<PastLink[]> {
  const links = await storage.links.past(userId, selection);
  return links.toSorted((one, other) => one.created_at.localeCompare(other.created_at));
}

async function remove(storage: Storage, { userId }: Owner, link: Omit<Link, "created_at">, at: string): Promise<void> {
  await storage.links.delete(userId, link, at, []);
}

function before(time: string): string {
  return new Date(Date.parse(time) - 1).toISOString();
}
