import type { Link, ReplacedLink, ReplaceLinkInput } from "@knote/contract";
import { noteUnlinked } from "../activity/events.ts";
import type { ServiceContext } from "../context.ts";
import { conflict } from "../errors.ts";
import { linkKey } from "../ports/link-store.ts";
import { timestamp } from "../time.ts";
import { linkNotices, requireEnds, supersessionCycle } from "./create-link.ts";
import { linkNotFound } from "./delete-link.ts";

/** Replaces one link by another, atomically. When the new one already exists, only removes the old one. */
export async function replaceLink(ctx: ServiceContext, { from, to }: ReplaceLinkInput): Promise<ReplacedLink> {
  const { links, notes } = ctx.storage;
  const { userId } = ctx.actor;
  const old = await links.get(userId, from);
  const oldSource = old && (await notes.get(userId, old.source_id));
  if (!old || !oldSource) throw linkNotFound();
  if (linkKey(from) === linkKey(to)) throw conflict("This link is there already.");
  const [source, target] = await requireEnds(ctx, to);
  const at = timestamp(ctx);
  const link: Link = { ...to, created_at: at };
  const notices = {
    at,
    unlinked: [{ event: noteUnlinked(oldSource, old.target_id, at) }],
    linked: await linkNotices(ctx, link, source, target),
  };
  const closes = async () =>
    link.relation === "supersedes" && (await links.supersedes(userId, link.target_id, link.source_id));
  if (await closes()) throw supersessionCycle();
  const outcome = await links.replace(userId, from, link, notices);
  if (outcome === "missing") throw linkNotFound();
  // Another process may have closed the cycle from the other end.
  if (outcome === "replaced" && (await closes())) {
    await links.replace(userId, link, old, {
      at: null,
      unlinked: [{ event: noteUnlinked(source, link.target_id, timestamp(ctx)) }],
      linked: [],
    });
    throw supersessionCycle();
  }
  return { created: outcome === "replaced" };
}
