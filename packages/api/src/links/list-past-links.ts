import type { Link, ListLinksInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { sortInTurns } from "../kit/sort-in-turns.ts";
import { linkCursor, parseLinkCursor, type PastLinkSelection } from "../ports/link-store.ts";
import { openPast, readAsOf } from "./open-past.ts";

const DEFAULT_PAGE = 100;
const BATCH = 1_000;

/** Links of a time of the past. */
interface LinksThen {
  readonly at: string;
  /** `linkCursor`s of those that were removed since, newest first. */
  readonly removedPlaces: readonly string[];
}

interface LinkPage {
  readonly links: Link[];
  readonly next: string | null;
}

type PastInput = ListLinksInput & { readonly as_of: string };

/** Returns a page of the links that stood at the time, newest first. */
export async function listPastLinks(ctx: ServiceContext, input: PastInput): Promise<LinkPage> {
  const { limit = DEFAULT_PAGE, cursor } = input;
  return await pageOf(ctx, await linksThen(ctx, input), { limit, cursor });
}

/** Yields all links that stood at the time, in the same order, in batches. */
export async function* streamPastLinks(ctx: ServiceContext, input: PastInput): AsyncGenerator<Link[]> {
  const then = await linksThen(ctx, input);
  for (let { cursor } = input; ;) {
    const page = await pageOf(ctx, then, { limit: BATCH, cursor });
    if (page.links.length > 0) yield page.links;
    if (page.next === null) return;
    cursor = page.next;
  }
}

/** Returns the `linkCursor`s of the links that stood at the time and were removed since, newest first. */
export async function removedSince(
  ctx: ServiceContext,
  at: string,
  { touching }: Pick<PastLinkSelection, "touching"> = {},
): Promise<string[]> {
  const selection = { createdUpTo: at, removedAfter: at, ...(touching && { touching }) };
  const links = await ctx.storage.links.past(ctx.actor.userId, selection);
  return (await sortInTurns(links.map(linkCursor))).toReversed();
}

async function linksThen(ctx: ServiceContext, { as_of }: PastInput): Promise<LinksThen> {
  const { at } = await openPast(ctx, readAsOf(ctx, as_of));
  return { at, removedPlaces: await removedSince(ctx, at) };
}

async function pageOf(
  ctx: ServiceContext,
  { at, removedPlaces }: LinksThen,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Promise<LinkPage> {
  const place = cursor === undefined ? null : linkCursor(parseLinkCursor(cursor));
  const standing = await ctx.storage.links.list(ctx.actor.userId, { limit, after: cursor, createdUpTo: at });
  const pastPlaces = removedPlaces.filter((one) => place === null || one < place);
  const places = [...standing.links.map(linkCursor), ...pastPlaces.slice(0, limit)].sort().toReversed();
  const isLast = standing.next === null && standing.links.length + pastPlaces.length <= limit;
  const page = places.slice(0, limit);
  return { links: page.map(parseLinkCursor), next: isLast ? null : page.at(-1)! };
}
