import { TIERS, NO_LIMIT } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { NewMessage } from "../ports/notice.ts";
import type { Month, Reservation, Usage } from "../ports/quota-store.ts";
import { timestamp } from "../time.ts";
import { quotaExceededMessage, quotaWarningMessage } from "../webhooks/messages.ts";
import { monthEnd, monthOf } from "./month.ts";

/** A reservation that a crash left open stops counting after this. */
const LEASE_MS = 5 * 60_000;
const WARN_AT = 0.8;

/** Reserves a query of this month, and a capable one if requested and left. Throws QUOTA_EXCEEDED when none is left. */
export async function reserveQuery(ctx: ServiceContext, capable: boolean): Promise<Reservation> {
  const now = ctx.clock.now();
  const limits = limitsOf(ctx);
  const month = monthOf(now);
  const request = { id: ctx.newId(), month, capable, limits, now, leaseUntil: now + LEASE_MS };
  const grant = await ctx.storage.quota.reserve(ctx.actor.userId, request);
  if (grant === null) {
    await reportRefusal(ctx, month, "queries");
    throw new DomainError("QUOTA_EXCEEDED", "Monthly query quota exceeded. Upgrade your tier or wait for the reset.", {
      retryAfterSeconds: Math.max(1, Math.ceil((monthEnd(now) - now) / 1000)),
    });
  }
  if (capable && !grant.reservation.capable) await reportRefusal(ctx, month, "capableQueries");
  return grant.reservation;
}

/** Makes the query count, and warns once per counter and month when 80 % are used, and when all are. */
export async function settleQuery(ctx: ServiceContext, reservation: Reservation): Promise<void> {
  const { quota } = ctx.storage;
  const limits = limitsOf(ctx);
  if (limits.queries !== NO_LIMIT || limits.capableQueries !== NO_LIMIT) {
    // Before settling: a failure here still gives the query back.
    const usage = await quota.usage(ctx.actor.userId, reservation.month, ctx.clock.now());
    await warn(ctx, reservation.month, "queries", usage);
    if (reservation.capable) await warn(ctx, reservation.month, "capableQueries", usage);
  }
  await quota.settle(ctx.actor.userId, reservation);
}

async function warn(ctx: ServiceContext, month: Month, counter: keyof Usage, usage: Usage): Promise<void> {
  const [usedCount, limit] = [usage[counter], limitsOf(ctx)[counter]];
  if (limit <= 0 || usedCount < WARN_AT * limit) return;
  if (await ctx.storage.quota.warnOnce(ctx.actor.userId, month, counter)) {
    const use = useOf(ctx, counter, usedCount);
    await send(ctx, quotaWarningMessage(ctx, use));
    const event = { type: "quota_warning", data: { used: usedCount, limit }, timestamp: use.timestamp } as const;
    await ctx.storage.activity.append(ctx.actor.userId, [event]);
  }
  if (usedCount >= limit) await reportLimit(ctx, month, counter, usedCount);
}

/** Reports that a query was refused: the first sign of the limit when the tier became lower. */
async function reportRefusal(ctx: ServiceContext, month: Month, counter: keyof Usage): Promise<void> {
  if (limitsOf(ctx)[counter] <= 0 || !isExceededWanted(ctx)) return;
  const usage = await ctx.storage.quota.usage(ctx.actor.userId, month, ctx.clock.now());
  await reportLimit(ctx, month, counter, usage[counter]);
}

/** Reports once a month that a counter has reached its limit. Only webhooks hear of it. */
async function reportLimit(ctx: ServiceContext, month: Month, counter: keyof Usage, usedCount: number): Promise<void> {
  if (!isExceededWanted(ctx)) return;
  if (!(await ctx.storage.quota.warnOnce(ctx.actor.userId, month, `${counter}.limit`))) return;
  await send(ctx, quotaExceededMessage(ctx, useOf(ctx, counter, usedCount)));
}

function isExceededWanted(ctx: ServiceContext): boolean {
  return ctx.storage.webhooks.wants(ctx.actor.userId, "quota.exceeded");
}

async function send(ctx: ServiceContext, message: NewMessage | undefined): Promise<void> {
  if (message) await ctx.storage.webhooks.add(ctx.actor.userId, [message]);
}

function useOf(ctx: ServiceContext, counter: keyof Usage, usedCount: number) {
  return {
    counter: counter === "queries" ? "queries" : "sonnet_queries",
    ...{ used: usedCount, limit: limitsOf(ctx)[counter], timestamp: timestamp(ctx) },
    resets_at: new Date(monthEnd(ctx.clock.now())).toISOString(),
  } as const;
}

function limitsOf(ctx: ServiceContext): Usage {
  const tier = TIERS[ctx.actor.tier];
  return { queries: tier.queries_per_month, capableQueries: tier.sonnet_queries_per_month };
}
