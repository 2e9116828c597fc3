import type { Link } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { inParallel } from "../kit/in-parallel.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { timestamp } from "../time.ts";
import type { OperationHold } from "./operation-hold.ts";
import type { Move } from "./operation-plan.ts";
import { endsOf, insertUnlessThere, linkedNotices, removeAsMade, stands, unlinkedNotices } from "./write-links.ts";

/** Links whose notes are in memory together. */
const AT_ONCE = 100;
/** Writes that share a commit. */
const SIDE_BY_SIDE = 8;

interface MoveContext {
  readonly ctx: ServiceContext;
  /** When the links were, or are, made at their new notes. */
  readonly madeAt: string;
  readonly notes: ReadonlyMap<string, StoredNote>;
}

interface MoveDeps {
  readonly hold: OperationHold;
  readonly madeAt: string;
}

/** Moves links to other notes, each with one write. Those that are gone meanwhile, or have been moved, are left out. */
export async function moveLinks(ctx: ServiceContext, moves: readonly Move[], deps: MoveDeps): Promise<void> {
  await inBundles(ctx, moves, deps, moveLink);
}

/** Moves links back. Where a note of a link is deleted by now, the link stays where it is. */
export async function moveLinksBack(ctx: ServiceContext, moves: readonly Move[], deps: MoveDeps): Promise<void> {
  await inBundles(ctx, moves, deps, moveLinkBack);
}

async function inBundles(
  ctx: ServiceContext,
  moves: readonly Move[],
  { hold, madeAt }: MoveDeps,
  work: (context: MoveContext, move: Move) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < moves.length; start += AT_ONCE) {
    await hold.renew();
    const bundle = moves.slice(start, start + AT_ONCE);
    const notes = await endsOf(
      ctx,
      bundle.flatMap(({ from, to }) => [from, ...to]),
    );
    await inParallel(bundle, SIDE_BY_SIDE, (move) => work({ ctx, madeAt, notes }, move));
  }
}

async function moveLink({ ctx, madeAt, notes }: MoveContext, { from, to }: Move): Promise<void> {
  if (!(await stands(ctx, from))) return;
  const [first, ...others] = to;
  for (const link of others)
    await insertUnlessThere(ctx, { ...link, created_at: madeAt }, linkedNotices(ctx, link, madeAt, notes));
  if (first === undefined) return await removeAsMade(ctx, from, { at: madeAt, notes });
  const notices = { unlinked: unlinkedNotices(ctx, from, notes), linked: linkedNotices(ctx, first, madeAt, notes) };
  await ctx.storage.links.replace(ctx.actor.userId, from, { ...first, created_at: madeAt }, { at: madeAt, ...notices });
}

async function moveLinkBack({ ctx, madeAt, notes }: MoveContext, { from, to }: Move): Promise<void> {
  if (!notes.has(from.source_id) || !notes.has(from.target_id)) return;
  const { links } = ctx.storage;
  const { userId } = ctx.actor;
  const at = timestamp(ctx);
  const restoredNotices = linkedNotices(ctx, from, at, notes);
  const madeLinks: Link[] = [];
  for (const link of to.map((ends) => ({ ...ends, created_at: madeAt })))
    if (await stands(ctx, link)) madeLinks.push(link);
  if ((await links.get(userId, from)) === null) {
    const first = madeLinks.shift();
    const notices = { unlinked: first ? unlinkedNotices(ctx, first, notes) : [], linked: restoredNotices };
    // Another link that went the same way may have been moved back first.
    if (!first || (await links.replace(userId, first, from, { at, ...notices })) === "missing")
      await insertUnlessThere(ctx, from, restoredNotices);
  }
  for (const link of madeLinks) await removeAsMade(ctx, link, { at, notes });
}
