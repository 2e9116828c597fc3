import type { Link, Relation } from "@knote/contract";
import { isOnChain, parseLinkCursor, linkCursor, type LinkStore } from "@knote/api";
import { inBatches } from "../batches.ts";
import { createUnion } from "../connection/create-union.ts";
import type { LinkDocument } from "../collections/links.ts";
import { linkOf } from "./link-document.ts";
import { createChains } from "./chains.ts";
import { createLinkEnds } from "./link-ends.ts";
import { createLinksOfNote } from "./links-of-note.ts";
import type { LinkStoreDeps } from "./store-deps.ts";

const NEWEST_FIRST = { created_at: -1, source_id: -1, target_id: -1, relation: -1 } as const;
/** Notes whose newest links are read with one command, each by its own pipeline. */
const NOTES_AT_ONCE = 25;
/** Up to this many notes are read that way at once; more only if they have over `MOST_TOGETHER` links. */
const FEW = 4;
const MOST_TOGETHER = 2_000;

/** Sorts after every id and relation. */
const LAST = "\u{10ffff}";

type End = { readonly source_id: string } | { readonly target_id: string };

type LinkReads = Pick<LinkStore, "get" | "listTouching" | "list" | "ofNote" | "supersedes">;

export function createLinkReads({ collections, owners }: Pick<LinkStoreDeps, "collections" | "owners">): LinkReads {
  const { links } = collections;
  const union = createUnion(links);
  const ends = createLinkEnds(collections);

  /** Returns at least the newest visible links of each end, reading until there are enough. */
  async function newestOf(userId: string, wantedEnds: readonly End[], limit: number): Promise<LinkDocument[]> {
    let visibleLinks: (LinkDocument & { readonly place: number })[] = [];
    let open = wantedEnds.map((end, place) => ({ end, place }));
    for (let skip = 0; open.length > 0; skip += limit) {
      const pages = open.map(({ end, place }) => [
        { $match: { userId, ...end } },
        { $sort: { created_at: -1, _id: -1 } },
        { $skip: skip },
        { $limit: limit },
        { $set: { place } },
      ]);
      const rows = await union<LinkDocument & { readonly place: number }>(pages);
      visibleLinks = visibleLinks.concat(await ends.visible(userId, rows));
      const count = (of: typeof rows, at: number) => of.filter(({ place }) => place === at).length;
      open = open.filter(({ place }) => count(rows, place) === limit && count(visibleLinks, place) < limit);
    }
    return visibleLinks;
  }

  async function touching(userId: string, ids: readonly string[], limit: number): Promise<LinkDocument[]> {
    if (ids.length > FEW) return await inBatches(ids, (batch) => touchingMany(userId, batch, limit));
    return await touchingEach(userId, ids, limit);
  }

  async function touchingEach(userId: string, ids: readonly string[], limit: number): Promise<LinkDocument[]> {
    const wantedEnds = ids.flatMap((id) => [{ source_id: id }, { target_id: id }]);
    return await newestOf(userId, wantedEnds, limit);
  }

  /** Reads all links with one command for each end, as notes mostly have few. */
  async function touchingMany(userId: string, ids: string[], limit: number): Promise<LinkDocument[]> {
    const most = Math.min(limit * ids.length, MOST_TOGETHER);
    const sides = [{ source_id: { $in: ids } }, { target_id: { $in: ids } }];
    const linksBySide = await Promise.all(
      sides.map((side) =>
        links
          .find({ userId, ...side })
          .limit(most + 1)
          .toArray(),
      ),
    );
    if (linksBySide.every((rows) => rows.length <= most)) return await ends.visible(userId, linksBySide.flat());
    const each: LinkDocument[] = [];
    for (let start = 0; start < ids.length; start += NOTES_AT_ONCE)
      each.push(...(await touchingEach(userId, ids.slice(start, start + NOTES_AT_ONCE), limit)));
    return each;
  }

  return {
    async get(sub, link) {
      const owner = await owners.find(sub);
      const document = owner && (await ends.visibleDocument(owner.id, link));
      return document && linkOf(document);
    },
    async listTouching(sub, noteIds, limit) {
      const owner = noteIds.length === 0 ? null : await owners.find(sub);
      if (owner === null) return [];
      const ids = [...new Set(noteIds)];
      const foundLinks = await touching(owner.id, ids, limit);
      const sortedLinks = [...new Map(foundLinks.map((link) => [link._id, link])).values()].toSorted(newestFirst);
      return newestOfEach(sortedLinks, ids, limit).map(linkOf);
    },
    async list(sub, { limit, after, createdUpTo }) {
      const place = olderPlace(after === undefined ? null : parseLinkCursor(after), createdUpTo);
      const owner = await owners.find(sub);
      if (owner === null) return { links: [], next: null };
      const visibleLinks: LinkDocument[] = [];
      // One more than the page shows whether there is another.
      for (let from: Record<keyof Link, string> | null = place; visibleLinks.length <= limit;) {
        const filter = { userId: owner.id, ...(from && beyond(from)) };
        const rows: LinkDocument[] = await links
          .find(filter)
          .sort(NEWEST_FIRST)
          .limit(limit + 1)
          .toArray();
        visibleLinks.push(...(await ends.visible(owner.id, rows)));
        if (rows.length <= limit) break;
        from = rows.at(-1)!;
      }
      const page = visibleLinks.slice(0, limit);
      return { links: page.map(linkOf), next: visibleLinks.length > limit ? linkCursor(page.at(-1)!) : null };
    },
    ofNote: createLinksOfNote(links, owners, ends),
    async supersedes(sub, newer, older) {
      const owner = await owners.find(sub);
      return owner !== null && (await isOnChain(createChains(links, owner.id), newer, older));
    },
  };
}

/** Keeps the links among the first `limit` of any of the notes. `sortedLinks` are newest first. */
function newestOfEach(sortedLinks: readonly LinkDocument[], ids: readonly string[], limit: number): LinkDocument[] {
  const takenCounts = new Map(ids.map((id) => [id, 0]));
  return sortedLinks.filter(({ source_id, target_id }) => {
    const places = [source_id, target_id].flatMap((id) => {
      const place = takenCounts.get(id);
      if (place === undefined) return [];
      takenCounts.set(id, place + 1);
      return [place];
    });
    return places.some((place) => place < limit);
  });
}

/** Returns the place, or where the links begin that were created up to the time if that is later in the list. */
function olderPlace(place: Link | null, created_at: string | undefined) {
  const isWithin = created_at === undefined || (place !== null && place.created_at <= created_at);
  return isWithin ? place : { created_at, source_id: LAST, target_id: LAST, relation: LAST };
}

/** Filters what follows a place in the list; `created_at` alone also bounds the index. */
function beyond({ created_at, source_id, target_id, relation }: Record<keyof Link, string>) {
  return {
    created_at: { $lte: created_at },
    $or: [
      { created_at: { $lt: created_at } },
      { source_id: { $lt: source_id } },
      { source_id, target_id: { $lt: target_id } },
      // Safe because it is only compared.
      { source_id, target_id, relation: { $lt: relation as Relation } },
    ],
  };
}

function newestFirst(one: LinkDocument, other: LinkDocument): number {
  const [first, second] = [linkCursor(one), linkCursor(other)];
  return first === second ? 0 : first < second ? 1 : -1;
}
