import type { Link, LinkInput } from "@knote/contract";
import { noteLinked, noteUnlinked } from "../activity/events.ts";
import type { ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import { getNotes } from "../kit/stored-notes.ts";
import type { RemovalTime } from "../ports/link-store.ts";
import type { Notice } from "../ports/notice.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { timestamp } from "../time.ts";
import { linkCreatedMessage } from "../webhooks/messages.ts";

const PAGE = 1_000;

/** Stores a link, unless it exists or an end is gone. */
export async function insertUnlessThere(ctx: ServiceContext, link: Link, notices: readonly Notice[]): Promise<void> {
  try {
    await ctx.storage.links.insert(ctx.actor.userId, link, notices);
  } catch (error) {
    if (!DomainError.is(error) || (error.code !== "CONFLICT" && error.code !== "NOT_FOUND")) throw error;
  }
}

/** Removes a link if it is the one that was created at that time. */
export async function removeAsMade(
  ctx: ServiceContext,
  link: Link,
  { at, notes }: { readonly at: RemovalTime; readonly notes: ReadonlyMap<string, StoredNote> },
): Promise<void> {
  if (!(await stands(ctx, link))) return;
  await ctx.storage.links.delete(ctx.actor.userId, link, at, unlinkedNotices(ctx, link, notes));
}

/** Whether the link is there as it was stored at its time. */
export async function stands(ctx: ServiceContext, link: Link): Promise<boolean> {
  return (await ctx.storage.links.get(ctx.actor.userId, link))?.created_at === link.created_at;
}

/** Returns the notice of a link that begins at the time, none unless both ends are live. */
export function linkedNotices(
  ctx: ServiceContext,
  ends: LinkInput,
  at: string,
  notes: ReadonlyMap<string, StoredNote>,
): Notice[] {
  const [source, target] = [notes.get(ends.source_id), notes.get(ends.target_id)];
  if (!source || !target) return [];
  const link: Link = { ...ends, created_at: at };
  return [{ event: noteLinked(link, source, target), message: linkCreatedMessage(ctx, link, source, target) }];
}

export function unlinkedNotices(
  ctx: ServiceContext,
  link: LinkInput,
  notes: ReadonlyMap<string, StoredNote>,
): Notice[] {
  const source = notes.get(link.source_id);
  return source ? [{ event: noteUnlinked(source, link.target_id, timestamp(ctx)) }] : [];
}

/** Returns the live notes at both ends of the links, by id. */
export async function endsOf(ctx: ServiceContext, links: readonly Omit<LinkInput, "relation">[]) {
  return await getNotes(
    ctx,
    links.flatMap(({ source_id, target_id }) => [source_id, target_id]),
  );
}

/** Reads all visible links of a note, page by page; stops early with more than `most`. */
export async function linksOfNote(ctx: ServiceContext, id: string, most = Infinity): Promise<Link[]> {
  const links: Link[] = [];
  for (let after: string | undefined; links.length <= most;) {
    const page = await ctx.storage.links.ofNote(ctx.actor.userId, id, { limit: PAGE, after });
    for (const { title: _, ...link } of page.links) links.push(link);
    if (page.next === null) return links;
    after = page.next;
  }
  return links;
}
