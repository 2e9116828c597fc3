import { invalidCursor, type LinkStore, type TitledLink } from "@knote/api";
import type { Collections } from "../collections/collections.ts";
import type { LinkDocument } from "../collections/links.ts";
import type { LinkEnds } from "./link-ends.ts";
import type { LinkStoreDeps } from "./store-deps.ts";

const NEWEST_FIRST = { created_at: -1, _id: -1 } as const;
const CURSOR = /^([^~]{1,40})~([\w-]{1,80})$/;

type Place = Pick<LinkDocument, "created_at" | "_id">;

/** Reads pages of one note's links, in the order of the indexes on both ends. */
export function createLinksOfNote(
  links: Collections["links"],
  owners: LinkStoreDeps["owners"],
  ends: LinkEnds,
): LinkStore["ofNote"] {
  return async (sub, noteId, { limit, after, createdUpTo, end }) => {
    let from = olderPlace(after === undefined ? null : placeAt(after), createdUpTo);
    const owner = await owners.find(sub);
    if (owner === null) return { links: [], next: null };
    const wantedEnds = [{ source_id: noteId }, { target_id: noteId }].filter((one) => !end || `${end}_id` in one);
    const titledLinks: (TitledLink & Place)[] = [];
    // One more than the page shows whether there is another; links of deleted notes are skipped.
    for (;;) {
      const place = from ? beyond(from) : {};
      const pages = wantedEnds.map((one) =>
        links
          .find({ userId: owner.id, ...one, ...place })
          .sort(NEWEST_FIRST)
          .limit(limit + 1)
          .toArray(),
      );
      const rows = (await Promise.all(pages))
        .flat()
        .toSorted(newestFirst)
        .slice(0, limit + 1);
      const titles = await ends.titles(owner.id, [noteId, ...rows.map((row) => otherEnd(row, noteId))]);
      if (!titles.has(noteId)) return { links: [], next: null };
      titledLinks.push(...rows.flatMap((row) => withTitle(row, noteId, titles)));
      if (rows.length <= limit || titledLinks.length > limit) break;
      from = rows.at(-1)!;
    }
    const page = titledLinks.slice(0, limit);
    const last = titledLinks.length > limit ? page.at(-1)! : null;
    return { links: page.map(toTitledLink), next: last && `${last.created_at}~${last._id}` };
  };
}

function withTitle(row: LinkDocument, noteId: string, titles: ReadonlyMap<string, string>): (TitledLink & Place)[] {
  const title = titles.get(otherEnd(row, noteId));
  return title === undefined ? [] : [{ ...row, title }];
}

function toTitledLink({ source_id, target_id, relation, created_at, title }: TitledLink): TitledLink {
  return { source_id, target_id, relation, created_at, title };
}

function otherEnd({ source_id, target_id }: LinkDocument, noteId: string): string {
  return source_id === noteId ? target_id : source_id;
}

function placeAt(cursor: string): Place {
  const [, created_at, _id] = CURSOR.exec(cursor) ?? [];
  if (created_at === undefined || _id === undefined) throw invalidCursor();
  return { created_at, _id };
}

/** Returns the place, or where the links begin that were created up to the time if that is later in the list. */
function olderPlace(place: Place | null, created_at: string | undefined): Place | null {
  const isWithin = created_at === undefined || (place !== null && place.created_at <= created_at);
  return isWithin ? place : { created_at, _id: "\u{10ffff}" };
}

/** Filters what follows a place; `created_at` alone also bounds the index. */
function beyond({ created_at, _id }: Place) {
  return { created_at: { $lte: created_at }, $or: [{ created_at: { $lt: created_at } }, { _id: { $lt: _id } }] };
}

function newestFirst(one: Place, other: Place): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1;
  return one._id === other._id ? 0 : one._id < other._id ? 1 : -1;
}
