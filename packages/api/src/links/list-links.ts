import type { Link, ListLinksInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { listPastLinks, streamPastLinks } from "./list-past-links.ts";

const DEFAULT_PAGE = 100;
const BATCH = 1_000;

export interface LinkPage {
  readonly links: Link[];
  readonly next: string | null;
}

/** Returns a page of the caller's links, newest first. */
export async function listLinks(ctx: ServiceContext, input: ListLinksInput): Promise<LinkPage> {
  const { limit = DEFAULT_PAGE, cursor: after, as_of } = input;
  if (as_of !== undefined) return await listPastLinks(ctx, { ...input, as_of });
  return await ctx.storage.links.list(ctx.actor.userId, { limit, after });
}

/** Yields all of the caller's links in the same order, in batches. */
export async function* streamLinks(ctx: ServiceContext, input: ListLinksInput): AsyncGenerator<Link[]> {
  const { as_of } = input;
  if (as_of !== undefined) return yield* streamPastLinks(ctx, { ...input, as_of });
  let cursor = input.cursor;
  for (;;) {
    const page = await listLinks(ctx, { limit: BATCH, ...(cursor && { cursor }) });
    if (page.links.length > 0) yield page.links;
    if (page.next === null) return;
    cursor = page.next;
  }
}
