import type { GraphHealth } from "@knote/contract";
import type { ServiceContext, Trend } from "../context.ts";
import { getNotes } from "../kit/stored-notes.ts";
import { pairKey } from "../looks/claim-bases.ts";
import { countJudged } from "../proposals/look-lists.ts";
import { isRestRelation } from "../ports/link-store.ts";
import type { PresentReviews } from "../reviews/review-cache.ts";
import { countDue } from "../stances/due-decisions.ts";
import { findContested } from "../tend/contested-pairs.ts";
import { timestamp } from "../time.ts";
import { findBearings, measureSoundness, type Soundness } from "./measure-soundness.ts";

/** Fewest load-bearing notes of which a share says anything. */
const LEAST_BEARING = 10;

/** Returns how sound the caller's graph is, what takes away from it, and how that has changed. */
export async function graphHealth(ctx: ServiceContext): Promise<GraphHealth> {
  const { userId } = ctx.actor;
  const present = await ctx.reviews.of(ctx.storage, userId);
  const { reviews, states } = present;
  const contestedPairs = await findContested(ctx, states);
  const openPairs = new Set(contestedPairs.map(({ key }) => key));
  const kindsWithoutLooks = await reviews.kindsWithLooks(new Map());
  const bearings = await findBearings(reviews.numbers);
  const withLooks = await measureSoundness(bearings, {
    needsReview: (note) => reviews.kinds[note] !== 0,
    isFine: ({ source_id, target_id }) => !openPairs.has(pairKey("contested", source_id, target_id)),
  });
  const withoutLooks = await measureSoundness(bearings, {
    needsReview: (note) => kindsWithoutLooks[note] !== 0,
    isFine: () => false,
  });
  const trend = await ctx.trends.of(ctx);
  return {
    at: timestamp(ctx),
    score: scoreOf(withLooks),
    without_looks: scoreOf(withoutLooks),
    load_bearing: withLooks.loadBearing,
    open: withLooks.open,
    matters: {
      contested: contestedPairs.length,
      needs_review: { ...reviews.totals },
      cycles: withLooks.cycles,
      orphans: (await ctx.storage.notes.counts(userId)).orphans,
      due_decisions: await countDue(ctx),
      open_judged: await countJudged(ctx),
    },
    last_30_days: await lately(ctx, { present, trend, openNow: withoutLooks.openIds() }),
    proposals: (await ctx.precisions.of(ctx)).by,
    trend: [...trend.points],
  };
}

function scoreOf({ loadBearing, open }: Soundness): number | null {
  return loadBearing < LEAST_BEARING ? null : (loadBearing - open) / loadBearing;
}

/** Counts what became of the notes that were open a month ago, and what was done to look better. */
async function lately(
  ctx: ServiceContext,
  {
    present: { reviews, looks },
    trend: { since, openSince },
    openNow,
  }: { readonly present: PresentReviews; readonly trend: Trend; readonly openNow: ReadonlySet<string> },
): Promise<GraphHealth["last_30_days"]> {
  const settledIds = [...openSince.difference(openNow)];
  const notes = await getNotes(ctx, settledIds);
  const archivedCount = [...notes.values()].filter(({ archived }) => archived).length;
  const earlierLooks = new Map([...looks].filter(([, { at }]) => at < since));
  const isSettled = (kinds: number, note: number) => kinds !== 0 && reviews.kinds[note] === 0;
  const settledByLook =
    looks.size === earlierLooks.size ? [] : (await reviews.kindsWithLooks(earlierLooks)).filter(isSettled);
  const removedLinks = await ctx.storage.links.past(ctx.actor.userId, { removedAfter: since });
  return {
    settled_by_change: notes.size - archivedCount,
    settled_by_look: settledByLook.length,
    set_aside: archivedCount,
    rest_links_removed: removedLinks.filter(({ relation }) => isRestRelation(relation)).length,
  };
}
