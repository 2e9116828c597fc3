import { TIERS, NO_LIMIT } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { Reservation, Usage } from "../ports/quota-store.ts";
import { timestamp } from "../time.ts";
import { monthEnd, monthOf } from "./month.ts";

/** A reservation that a crash left open stops counting after this. */
const LEASE_MS = 5 * 60_000;
const WARN_AT = 0.8;

/** Reserves a query of this month, and a capable one if requested and left. Throws QUOTA_EXCEEDED when none is left. */
export async function reserveQuery(ctx: ServiceContext, capable: boolean): Promise<Reservation> {
  const now = ctx.clock.now();
  const limits = limitsOf(ctx);
  const request = { id: ctx.newId(), month: monthOf(now), capable, limits, now, leaseUntil: now + LEASE_MS };
  const grant = await ctx.storage.quota.reserve(ctx.actor.userId, request);
  if (grant === null) {
    throw new DomainError("QUOTA_EXCEEDED", "Monthly query quota exceeded. Upgrade your tier or wait for the reset.", {
      retryAfterSeconds: Math.max(1, Math.ceil((monthEnd(now) - now) / 1000)),
    });
  }
  return grant.reservation;
}

/** Makes the query count, and warns once per counter and month when 80 % are used. */
export async function settleQuery(ctx: ServiceContext, reservation: Reservation): Promise<void> {
  const { quota } = ctx.storage;
  const limits = limitsOf(ctx);
  if (limits.queries !== NO_LIMIT || limits.capableQueries !== NO_LIMIT) {
    // Before settling: a failure here still gives the query back.
    const usage = await quota.usage(ctx.actor.userId, reservation.month, ctx.clock.now());
    await warn(ctx, reservation, "queries", usage, limits.queries);
    if (reservation.capable) await warn(ctx, reservation, "capableQueries", usage, limits.capableQueries);
  }
  await quota.settle(ctx.actor.userId, reservation);
}

async function warn(
  ctx: ServiceContext,
  reservation: Reservation,
  counter: keyof Usage,
  usage: Usage,
  limit: number,
): Promise<void> {
  const usedCount = usage[counter];
  if (limit <= 0 || usedCount < WARN_AT * limit) return;
  if (!(await ctx.storage.quota.warnOnce(ctx.actor.userId, reservation.month, counter))) return;
  await ctx.storage.activity.append(ctx.actor.userId, [
    { type: "quota_warning", data: { used: usedCount, limit }, timestamp: timestamp(ctx) },
  ]);
}

function limitsOf(ctx: ServiceContext): { queries: number; capableQueries: number } {
  const tier = TIERS[ctx.actor.tier];
  return { queries: tier.queries_per_month, capableQueries: tier.sonnet_queries_per_month };
}
