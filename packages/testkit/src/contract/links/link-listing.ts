import { RELATIONS, type Link } from "@knote/contract";
import { linkCursor, linkKey, newestLinkFirst, type StoredNote } from "@knote/api";
import { expect, it } from "vitest";
import { freshId } from "../../builders/fresh-id.ts";
import { givenOwner, minute, type Owner, REMOVED_AT } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";
import { expectRefusal } from "../refusals.ts";

export function linkListing(open: OpenStorage): void {
  it("lists newest first, whatever the order of writing", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [source, target] = [await owner.note(), await owner.note()];
    for (const index of [2, 0, 3, 1]) await owner.link(source, RELATIONS[index]!, target, minute(index));
    const expectedTimes = [3, 2, 1, 0].map(minute);
    expect(times((await storage.links.list(owner.userId, { limit: 10 })).links)).toEqual(expectedTimes);
    expect(times(await storage.links.listTouching(owner.userId, [source.id], 10))).toEqual(expectedTimes);
  });

  it("ends with `next` null, even when the last page is full", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    await star(owner, 4);
    const first = await storage.links.list(owner.userId, { limit: 2 });
    const second = await storage.links.list(owner.userId, { limit: 2, after: first.next! });
    expect([first.links.length, second.links.length, second.next]).toEqual([2, 2, null]);
    expect(await storage.links.list(givenOwner(storage).userId, { limit: 2 })).toEqual({ links: [], next: null });
  });

  it.each(["no-place", " ", "2026-03-01T12:00:00.000Z", "{}", "\u{1F9E0}", "x".repeat(500)])(
    "refuses to continue from %j, which is not from a page",
    async (after) => {
      await using storage = await open();
      const owner = givenOwner(storage);
      await star(owner, 1);
      await expectRefusal(storage.links.list(owner.userId, { limit: 10, after }), "INVALID");
    },
  );

  it("pages without gaps or duplicates through equal times while links come and go", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const { hub, links } = await star(owner, 30);
    const seenLinks: Link[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page = await storage.links.list(owner.userId, { limit: 7, ...(after && { after }) });
      seenLinks.push(...page.links);
      await owner.link(await owner.note(), "extends", hub, minute(100 + seenLinks.length));
      await storage.links.delete(owner.userId, page.links[0]!, REMOVED_AT, []);
      after = page.next;
    }
    expect(keys(seenLinks)).toEqual(keys(links));
    expect(times(seenLinks)).toEqual(times(seenLinks).toSorted().toReversed());
  });

  it("orders links of one time by source, target and relation, all descending, as their cursors tell", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [first, second, third] = await owner.notes(["First", "Second", "Third"]);
    const links = [
      await owner.link(first!, "extends", third!, minute(5)),
      await owner.link(first!, "supersedes", second!, minute(5)),
      await owner.link(first!, "extends", second!, minute(5)),
      await owner.link(third!, "extends", first!, minute(5)),
    ];
    const sortedLinks = links.toSorted(newestLinkFirst);
    expect((await storage.links.list(owner.userId, { limit: 10 })).links).toEqual(sortedLinks);
    for (const [place, link] of sortedLinks.entries())
      expect((await storage.links.list(owner.userId, { limit: 10, after: linkCursor(link) })).links).toEqual(
        sortedLinks.slice(place + 1),
      );
  });

  it("lists only what was made up to a time, whatever the cursor says", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const { links } = await star(owner, 9);
    const sortedLinks = links.toSorted(newestLinkFirst);
    for (const createdUpTo of [minute(-1), ...new Set(times(sortedLinks)), minute(500)]) {
      const earlyLinks = sortedLinks.filter(({ created_at }) => created_at <= createdUpTo);
      const list = async (page: object) =>
        (await storage.links.list(owner.userId, { limit: 100, createdUpTo, ...page })).links;
      expect(await list({})).toEqual(earlyLinks);
      expect(await list({ after: linkCursor(sortedLinks[0]!) })).toEqual(
        earlyLinks.filter((link) => newestLinkFirst(sortedLinks[0]!, link) < 0),
      );
      expect(await list({ after: linkCursor(sortedLinks.at(-1)!) })).toEqual([]);
    }
  });

  it("lists the newest links of each of several notes, every link once", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [hub, rim, lone, apart] = [await owner.note(), await owner.note(), await owner.note(), await owner.note()];
    const others = [await owner.note(), await owner.note(), await owner.note()];
    const oldest = await owner.link(hub, "extends", rim, minute(0));
    const outgoing: Link[] = [];
    for (const [index, other] of others.entries())
      outgoing.push(await owner.link(hub, "extends", other, minute(1 + index)));
    const incoming = await owner.link(apart, "depends_on", lone, minute(9));
    const touching = (notes: readonly StoredNote[], limit: number) =>
      storage.links.listTouching(
        owner.userId,
        notes.map((note) => note.id),
        limit,
      );
    expect(await touching([hub], 2)).toEqual([outgoing[2], outgoing[1]]);
    expect(await touching([hub, lone], 2)).toEqual([incoming, outgoing[2], outgoing[1]]);
    expect(await touching([hub, rim], 2)).toEqual([outgoing[2], outgoing[1], oldest]);
    expect(await touching([hub, rim], 10)).toEqual([...outgoing.toReversed(), oldest]);
    expect(await touching([lone, apart, lone], 10)).toEqual([incoming]);
    expect(await touching([], 10)).toEqual([]);
  });

  it("does not let hidden links take the places of visible ones", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const hub = await owner.note();
    const visible = await owner.link(hub, "extends", await owner.note(), minute(0));
    for (let index = 1; index <= 5; index++) {
      const other = await owner.note();
      await owner.link(other, "extends", hub, minute(index));
      await owner.delete(other);
    }
    expect(await storage.links.listTouching(owner.userId, [hub.id], 2)).toEqual([visible]);
    expect(await storage.links.list(owner.userId, { limit: 2 })).toEqual({ links: [visible], next: null });
  });

  it("lists the links of many notes at once", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const { links } = await star(owner, 10);
    const ids = [...links.map((link) => link.source_id), ...Array.from({ length: 990 }, () => freshId())];
    expect(keys(await storage.links.listTouching(owner.userId, ids, 100))).toEqual(keys(links));
  });
}

/** Creates notes that each extend one hub, five links per minute. */
async function star(owner: Owner, spokes: number): Promise<{ hub: StoredNote; links: Link[] }> {
  const hub = await owner.note();
  const links: Link[] = [];
  for (let index = 0; index < spokes; index++)
    links.push(await owner.link(await owner.note(), "extends", hub, minute(Math.floor(index / 5))));
  return { hub, links };
}

function times(links: readonly Link[]): string[] {
  return links.map((link) => link.created_at);
}

function keys(links: readonly Link[]): string[] {
  return links.map(linkKey).toSorted();
}
