import { type Quota, TIERS } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { monthEnd, monthOf } from "./month.ts";

export async function getQuota(ctx: ServiceContext): Promise<Quota> {
  const now = ctx.clock.now();
  const { tier, userId } = ctx.actor;
  const usage = await ctx.storage.quota.usage(userId, monthOf(now), now);
  return {
    tier,
    queries_used: usage.queries,
    queries_limit: TIERS[tier].queries_per_month,
    sonnet_queries_used: usage.capableQueries,
    sonnet_queries_limit: TIERS[tier].sonnet_queries_per_month,
    voice_used: 0,
    voice_limit: TIERS[tier].voice_responses_per_month,
    resets_at: new Date(monthEnd(now)).toISOString(),
  };
}
