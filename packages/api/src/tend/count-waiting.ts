import { LIMITS, type Waiting } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { findContested } from "./contested-pairs.ts";
import { findFoundations } from "./stale-foundations.ts";

/** Counts what needs tending: contested pairs, and notes that rest on superseded ones. */
export async function countWaiting(ctx: ServiceContext): Promise<Waiting> {
  const states = await ctx.storage.links.states(ctx.actor.userId);
  const [contestedPairs, foundations] = await Promise.all([findContested(states), findFoundations(ctx, states)]);
  return { contested: countEntries(contestedPairs), foundations: countEntries(foundations) };
}

function countEntries(matters: readonly { readonly key: string }[]): Waiting["contested"] {
  return { total: matters.length, keys: matters.slice(0, LIMITS.dismissals).map(({ key }) => key) };
}
