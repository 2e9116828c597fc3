import { LIMITS, type NoteLinks, type NoteLinksInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { getNotes } from "../kit/stored-notes.ts";
import { pastRevisions, requirePastNote } from "../past/past-notes.ts";
import { type LinkEnd, parseLinkCursor, type TitledLink } from "../ports/link-store.ts";
import { removedSince } from "./list-past-links.ts";
import { incomingLink, noteLinksView, outgoingLink } from "./note-link-views.ts";
import { openPast, readAsOf } from "./open-past.ts";

const BATCH = 500;
/** Where links that stand end. No cursor of an engine is this text. */
const END = "-";

type PastInput = NoteLinksInput & { readonly as_of: string };

/** Links of a note at a time of the past. */
interface LinksThen {
  readonly id: string;
  readonly at: string;
  readonly end: LinkEnd | undefined;
  /** `linkCursor`s of those that were removed since, newest first. */
  readonly removedPlaces: readonly string[];
}

/** Where a page starts, in both lists: the engine's cursor or `END`, and the last removed link; empty at the beginning. */
interface Place {
  readonly standing: string;
  readonly past: string;
}

interface Page {
  readonly links: TitledLink[];
  readonly next: Place | null;
}

const BEGINNING: Place = { standing: "", past: "" };

/** Returns a page of the links that a note had at the time, newest first, with the titles of then. */
export async function pastNoteLinks(
  ctx: ServiceContext,
  input: PastInput,
): Promise<NoteLinks & { readonly next: string | null }> {
  const { limit = LIMITS.pageSize } = input;
  const { links, next } = await pageOf(ctx, await linksThen(ctx, input), { limit, place: placeOf(input) });
  return { ...noteLinksView(input.id, links), next: next && encodeCursor([next.standing, next.past]) };
}

/** Streams all outgoing and all incoming links that a note had at the time, in batches. */
export function streamPastNoteLinks(
  ctx: ServiceContext,
  input: PastInput,
): Record<keyof NoteLinks, AsyncGenerator<unknown[]>> {
  let pending: Promise<LinksThen> | null = null;
  // Once for both: the header cannot be set again when the second list begins.
  const open = () => (pending ??= linksThen(ctx, input));
  const place = placeOf(input);
  return {
    outgoing: batches(ctx, async () => endingAt(await open(), "source"), place, outgoingLink),
    incoming: batches(ctx, async () => endingAt(await open(), "target"), place, incomingLink),
  };
}

async function* batches<Shown>(
  ctx: ServiceContext,
  open: () => Promise<LinksThen>,
  beginning: Place,
  show: (link: TitledLink) => Shown,
): AsyncGenerator<Shown[]> {
  const then = await open();
  for (let place: Place | null = beginning; place !== null;) {
    const page: Page = await pageOf(ctx, then, { limit: BATCH, place });
    if (page.links.length > 0) yield page.links.map(show);
    place = page.next;
  }
}

function placeOf({ cursor }: PastInput): Place {
  if (cursor === undefined) return BEGINNING;
  const [standing, past] = decodeCursor(cursor, ["string", "string"]) as [string, string];
  if (past !== "") parseLinkCursor(past);
  return { standing, past };
}

async function linksThen(ctx: ServiceContext, { id, as_of }: PastInput): Promise<LinksThen> {
  const at = readAsOf(ctx, as_of);
  await requirePastNote(ctx, id, at);
  await openPast(ctx, at);
  return { id, at, end: undefined, removedPlaces: await removedSince(ctx, at, { touching: [id] }) };
}

/** Leaves the links whose source, or target, is the note. */
function endingAt(then: LinksThen, end: LinkEnd): LinksThen {
  const isAtEnd = (place: string) => parseLinkCursor(place)[`${end}_id`] === then.id;
  return { ...then, end, removedPlaces: then.removedPlaces.filter(isAtEnd) };
}

async function pageOf(
  ctx: ServiceContext,
  then: LinksThen,
  { limit, place }: { readonly limit: number; readonly place: Place },
): Promise<Page> {
  const past = then.removedPlaces.filter((one) => place.past === "" || one < place.past).slice(0, limit + 1);
  const standing = await standingPage(ctx, then, place.standing, limit);
  const [links, count] = merge(standing.links, past.map(parseLinkCursor), limit);
  const isLast = count === standing.links.length && standing.next === END && links.length - count === past.length;
  const next = {
    standing: await placeAfter(ctx, then, { place, standing, count }),
    past: links.length > count ? past[links.length - count - 1]! : place.past,
  };
  return { links: await withTitles(ctx, then, links), next: isLast ? null : next };
}

async function standingPage(ctx: ServiceContext, { id, at, end }: LinksThen, place: string, limit: number) {
  if (place === END) return { links: [], next: END };
  const page = { limit, createdUpTo: at, end, ...(place !== "" && { after: place }) };
  const { links, next } = await ctx.storage.links.ofNote(ctx.actor.userId, id, page);
  return { links, next: next ?? END };
}

/** Merges two lists, newest first, up to `limit` links. Returns also how many are of the first list. */
function merge(
  standing: readonly TitledLink[],
  past: readonly Omit<TitledLink, "title">[],
  limit: number,
): [links: (TitledLink | Omit<TitledLink, "title">)[], count: number] {
  const links: (TitledLink | Omit<TitledLink, "title">)[] = [];
  let count = 0;
  while (links.length < limit) {
    const [first, second] = [standing[count], past[links.length - count]];
    if (first && (!second || first.created_at >= second.created_at)) {
      links.push(first);
      count++;
    } else if (second) links.push(second);
    else break;
  }
  return [links, count];
}

/** Returns where the links that stand go on: only the engine knows the cursor within a page. */
async function placeAfter(
  ctx: ServiceContext,
  then: LinksThen,
  parts: {
    readonly place: Place;
    readonly standing: { readonly links: readonly TitledLink[]; readonly next: string };
    readonly count: number;
  },
): Promise<string> {
  const { place, standing, count } = parts;
  if (count === standing.links.length) return standing.next;
  return count === 0 ? place.standing : (await standingPage(ctx, then, place.standing, count)).next;
}

/** Adds the titles of then; a link whose other end is gone meanwhile is left out. */
async function withTitles(
  ctx: ServiceContext,
  { id, at }: LinksThen,
  links: readonly (TitledLink | Omit<TitledLink, "title">)[],
): Promise<TitledLink[]> {
  const otherEnd = (link: Omit<TitledLink, "title">) => (link.source_id === id ? link.target_id : link.source_id);
  const otherIds = links.map(otherEnd);
  const revisions = await pastRevisions(ctx, [...new Set(otherIds)], at);
  const untitledIds = links.filter((link) => !("title" in link)).map(otherEnd);
  const notes = await getNotes(ctx, untitledIds);
  return links.flatMap((link) => {
    const other = otherEnd(link);
    const present = "title" in link ? link.title : notes.get(other)?.title;
    const title = revisions.get(other)?.title ?? present;
    return title === undefined ? [] : [{ ...link, title }];
  });
}
