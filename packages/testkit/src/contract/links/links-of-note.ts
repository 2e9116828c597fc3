import type { LinkEnd, LinkStore, Storage, StoredNote, TitledLink } from "@knote/api";
import { expect, it } from "vitest";
import { givenOwner, minute, type Owner, REMOVED_AT } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";
import { expectRefusal } from "../refusals.ts";

export function linksOfNote(open: OpenStorage): void {
  it("lists the links of a note both ways, newest first, with the title of the other end", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [hub, owls, bats] = await owner.notes(["Hub", "Owls", "Bats"]);
    const out = await owner.link(hub!, "extends", owls!, minute(2));
    const back = await owner.link(bats!, "relates_to", hub!, minute(3));
    await owner.link(owls!, "extends", bats!, minute(4));
    expect(await storage.links.ofNote(owner.userId, hub!.id, { limit: 10 })).toEqual({
      links: [
        { ...back, title: "Bats" },
        { ...out, title: "Owls" },
      ],
      next: null,
    });
  });

  it.each<[LinkEnd, string]>([
    ["source", "Owls"],
    ["target", "Bats"],
  ])("lists only links whose %s is the note", async (end, title) => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [hub, owls, bats] = await owner.notes(["Hub", "Owls", "Bats"]);
    await owner.link(hub!, "extends", owls!);
    await owner.link(bats!, "extends", hub!);
    const { links } = await storage.links.ofNote(owner.userId, hub!.id, { limit: 10, end });
    expect(links.map((link) => link.title)).toEqual([title]);
  });

  it.each([undefined, "source", "target"] as const)(
    "pages without gaps or duplicates through equal times (end: %s)",
    async (end) => {
      await using storage = await open();
      const owner = givenOwner(storage);
      const hub = await givenHub(owner, 9);
      const all = (await storage.links.ofNote(owner.userId, hub.id, { limit: 100, ...(end && { end }) })).links;
      expect(all).toHaveLength(end ? 9 : 18);
      for (const limit of [1, 2, 6, 18])
        expect(await pages(storage.links, owner, hub, { limit, ...(end && { end }) })).toEqual(all);
    },
  );

  it("lists only links that were made up to a time, page after page, whatever the cursor says", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const hub = await givenHub(owner, 9);
    const { links } = await storage.links.ofNote(owner.userId, hub.id, { limit: 100 });
    for (const createdUpTo of [minute(-1), minute(0), minute(1), minute(500)]) {
      const earlyLinks = links.filter(({ created_at }) => created_at <= createdUpTo);
      for (const limit of [1, 4, 100])
        expect(await pages(storage.links, owner, hub, { limit, createdUpTo })).toEqual(earlyLinks);
      const { next } = await storage.links.ofNote(owner.userId, hub.id, { limit: 1 });
      const page = { limit: 100, createdUpTo, after: next! };
      expect((await storage.links.ofNote(owner.userId, hub.id, page)).links).toEqual(
        earlyLinks.length === links.length ? earlyLinks.slice(1) : earlyLinks,
      );
    }
  });

  it("continues after the last page while links come and go", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const hub = await givenHub(owner, 4);
    const first = await storage.links.ofNote(owner.userId, hub.id, { limit: 3 });
    await storage.links.delete(owner.userId, first.links.at(-1)!, REMOVED_AT, []);
    await owner.link(hub, "extends", await owner.note({ title: "Newcomer" }), minute(500));
    const second = await storage.links.ofNote(owner.userId, hub.id, { limit: 10, after: first.next! });
    expect(second.links).toHaveLength(5);
    const seenTitles = [...first.links, ...second.links].map((link) => link.title);
    expect(new Set(seenTitles).size).toBe(8);
    expect(seenTitles).not.toContain("Newcomer");
  });

  it("skips any number of deleted notes, and lists no links of a deleted note", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [hub, liveNote] = [await owner.note({ title: "Hub" }), await owner.note({ title: "Kept" })];
    await owner.link(hub, "extends", liveNote, minute(0));
    for (let index = 1; index <= 7; index++) {
      const deletedNote = await owner.note();
      await owner.link(hub, "extends", deletedNote, minute(index));
      await owner.delete(deletedNote);
    }
    const page = await storage.links.ofNote(owner.userId, hub.id, { limit: 2 });
    expect([page.links.map((link) => link.title), page.next]).toEqual([["Kept"], null]);
    await owner.delete(hub);
    expect(await storage.links.ofNote(owner.userId, hub.id, { limit: 2 })).toEqual({ links: [], next: null });
  });

  it("lists no links of another user", async () => {
    await using storage = await open();
    const hub = await givenHub(givenOwner(storage), 1);
    const other = givenOwner(storage);
    await other.note();
    expect(await storage.links.ofNote(other.userId, hub.id, { limit: 10 })).toEqual({ links: [], next: null });
  });

  it.each(["no-place", " ", "~", "2026-03-01T12:00:00.000Z", "{}", "\u{1F9E0}", "x".repeat(500)])(
    "refuses to continue from %j, which is not from a page",
    async (after) => {
      await using storage = await open();
      const owner = givenOwner(storage);
      const hub = await givenHub(owner, 1);
      await expectRefusal(storage.links.ofNote(owner.userId, hub.id, { limit: 10, after }), "INVALID");
    },
  );
}

/** Creates a note with `count` links in each direction, three pairs per minute. */
async function givenHub(owner: Owner, count: number): Promise<StoredNote> {
  const hub = await owner.note({ title: "Hub" });
  for (let index = 0; index < count; index++) {
    const time = minute(Math.floor(index / 3));
    await owner.link(hub, "extends", await owner.note({ title: `Out ${index}` }), time);
    await owner.link(await owner.note({ title: `In ${index}` }), "extends", hub, time);
  }
  return hub;
}

async function pages(
  links: Storage["links"],
  { userId }: Owner,
  hub: StoredNote,
  page: Parameters<LinkStore["ofNote"]>[2],
): Promise<TitledLink[]> {
  const seenLinks: TitledLink[] = [];
  for (let after: string | undefined; ;) {
    const { links: batch, next } = await links.ofNote(userId, hub.id, { ...page, after });
    expect(batch.length).toBeLessThanOrEqual(page.limit);
    seenLinks.push(...batch);
    if (next === null) return seenLinks;
    after = next;
  }
}
