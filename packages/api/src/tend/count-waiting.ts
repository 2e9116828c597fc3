import type { Waiting } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { findContested } from "./contested-pairs.ts";

/** Counts what needs tending: contested pairs, and notes that rest on what fell, other than by a contest. */
export async function countWaiting(ctx: ServiceContext): Promise<Waiting> {
  const { reviews, states } = await ctx.reviews.of(ctx.storage, ctx.actor.userId);
  const contestedPairs = await findContested(ctx, states);
  return { contested: contestedPairs.length, reviews: reviews.totalBesidesContested };
}
