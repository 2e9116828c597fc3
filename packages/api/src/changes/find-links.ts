import type { Link } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { beginTurn, nextTurn } from "../kit/in-turns.ts";
import { linkKey, type PastLink } from "../ports/link-store.ts";
import type { FoundChange, Period } from "./found-change.ts";

const BATCH = 1_000;

interface LinkChanges {
  readonly changes: FoundChange[];
  /** The links that stood at the earlier time and were removed in the period, even if they stand again. */
  readonly endedLinks: readonly PastLink[];
}

/** Finds the links that stand at one of the two times alone. One that was removed and made again has not changed. */
export async function findLinks(ctx: ServiceContext, period: Period): Promise<LinkChanges> {
  const { since, until } = period;
  const past = await ctx.storage.links.past(ctx.actor.userId, { removedAfter: since });
  const endedLinks = past.filter(({ created_at, removed_at }) => created_at <= since && removed_at <= until);
  const newLinks = [
    ...(await madeLinks(ctx, period)),
    ...past.filter(({ created_at, removed_at }) => created_at > since && created_at <= until && removed_at > until),
  ];
  return { changes: await changesOf(newLinks, endedLinks), endedLinks };
}

async function changesOf(newLinks: readonly Link[], endedLinks: readonly PastLink[]): Promise<FoundChange[]> {
  const turn = beginTurn();
  const changes: FoundChange[] = [];
  const endedKeys = new Set<string>();
  for (const link of endedLinks) {
    if (turn.isOver()) await turn.next();
    endedKeys.add(linkKey(link));
  }
  for (const link of newLinks) {
    if (turn.isOver()) await turn.next();
    // Deleted from the keys where it stands at both times.
    if (!endedKeys.delete(linkKey(link))) changes.push(change("linked", link, link.created_at));
  }
  for (const link of endedLinks) {
    if (turn.isOver()) await turn.next();
    if (endedKeys.has(linkKey(link))) changes.push(change("unlinked", link, link.removed_at));
  }
  return changes;
}

/** Returns the links that were made in the period and stand still. */
async function madeLinks(ctx: ServiceContext, { since, until }: Period): Promise<Link[]> {
  const links: Link[] = [];
  for (let after: string | undefined; ; await nextTurn()) {
    const page = await ctx.storage.links.list(ctx.actor.userId, { limit: BATCH, after, createdUpTo: until });
    const newLinks = page.links.filter(({ created_at }) => created_at > since);
    links.push(...newLinks);
    if (page.next === null || newLinks.length < page.links.length) return links;
    after = page.next;
  }
}

function change(kind: "linked" | "unlinked", { source_id, target_id, relation }: Link, at: string): FoundChange {
  return { kind, at, id: source_id, relation, other: target_id };
}
