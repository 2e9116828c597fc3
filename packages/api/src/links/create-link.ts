import type { CreateLinkInput, Link } from "@knote/contract";
import { noteLinked, noteUnlinked } from "../activity/events.ts";
import type { ServiceContext } from "../context.ts";
import { conflict, DomainError, noteNotFound } from "../errors.ts";
import type { Notice } from "../ports/notice.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { timestamp } from "../time.ts";
import { linkCreatedMessage, noteContestedMessage } from "../webhooks/messages.ts";

/** What creating a link reports, and removing it again. */
interface LinkNotices {
  readonly linked: readonly Notice[];
  readonly unlinked: readonly Notice[];
}

const NO_NOTICES: LinkNotices = { linked: [], unlinked: [] };

/** Links two of the caller's notes. */
export async function createLink(ctx: ServiceContext, input: CreateLinkInput): Promise<Link> {
  const [source, target] = await requireEnds(ctx, input);
  const link: Link = { ...input, created_at: timestamp(ctx) };
  const linkEvents = await linkNotices(ctx, link, source, target);
  if (link.relation !== "supersedes") return await insertOnce(ctx, link, linkEvents);
  return await insertWithoutCycle(ctx, link, {
    linked: linkEvents,
    unlinked: [{ event: noteUnlinked(source, target.id, timestamp(ctx)) }],
  });
}

export async function requireEnds(ctx: ServiceContext, input: CreateLinkInput): Promise<[StoredNote, StoredNote]> {
  const notes = await ctx.storage.notes.getMany(ctx.actor.userId, [input.source_id, input.target_id]);
  const source = notes.find((note) => note.id === input.source_id);
  const target = notes.find((note) => note.id === input.target_id);
  if (!source || !target) throw noteNotFound();
  return [source, target];
}

/** Returns what a new link reports: itself, and that it contests its target. */
export async function linkNotices(
  ctx: ServiceContext,
  link: Link,
  source: StoredNote,
  target: StoredNote,
): Promise<Notice[]> {
  return [
    { event: noteLinked(link, source, target), message: linkCreatedMessage(ctx, link, source, target) },
    { message: await noteContestedMessage(ctx, link, source, target) },
  ];
}

/** Inserts a link. When a request runs again after a crash, the link may already exist: then returns that one. */
async function insertOnce(ctx: ServiceContext, link: Link, notices: readonly Notice[]): Promise<Link> {
  try {
    await ctx.storage.links.insert(ctx.actor.userId, link, notices);
    return link;
  } catch (error) {
    if (!ctx.idempotency?.rerun || !DomainError.is(error) || error.code !== "CONFLICT") throw error;
    const earlier = await ctx.storage.links.get(ctx.actor.userId, link);
    if (earlier === null) throw error;
    return earlier;
  }
}

/** Inserts a supersession unless it closes a cycle. Checks again afterwards: two processes can close one together. */
export async function insertWithoutCycle(
  ctx: ServiceContext,
  link: Link,
  notices: LinkNotices = NO_NOTICES,
): Promise<Link> {
  const closes = () => ctx.storage.links.supersedes(ctx.actor.userId, link.target_id, link.source_id);
  if (await closes()) throw supersessionCycle();
  const storedLink = await insertOnce(ctx, link, notices.linked);
  if (!(await closes())) return storedLink;
  await ctx.storage.links.delete(ctx.actor.userId, link, null, notices.unlinked);
  throw supersessionCycle();
}

export function supersessionCycle(): DomainError {
  return conflict("This link would make a note supersede itself through a chain.");
}
