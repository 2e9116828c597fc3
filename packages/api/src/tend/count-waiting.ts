import type { Waiting } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { findContested } from "./contested-pairs.ts";
import { findFoundations } from "./stale-foundations.ts";

const MOST_KEYS = 100;

/** How much disagrees with itself: contested pairs, and notes that rest on what was superseded. */
export async function countWaiting(ctx: ServiceContext): Promise<Waiting> {
  const states = await ctx.storage.links.states(ctx.actor.userId);
  const [contested, foundations] = await Promise.all([findContested(states), findFoundations(ctx, states)]);
  const keys = [...contested, ...foundations].map(({ key }) => key);
  return { total: keys.length, keys: keys.slice(0, MOST_KEYS) };
}
