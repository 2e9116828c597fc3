import type { QuotaStore, Usage, UsageLimits } from "@knote/api";
import type { mongo } from "mongoose";
import { changeSeeded } from "../connection/duplicate-keys.ts";
import type { Collections } from "../collections/collections.ts";
import type { OpenReservation, UsageDocument } from "../collections/usage.ts";
import type { Owners } from "./owners.ts";

/** Enough to recognise a repeated settlement: it comes within minutes, and no user settles this many meanwhile. */
const SETTLED_KEPT = 1_000;

type Change = mongo.UpdateFilter<UsageDocument>;

interface Parts {
  readonly collections: Pick<Collections, "usage">;
  readonly owners: Owners;
}

/** A user's month is one document, so that one write checks and takes what is left. */
export function createQuotaStore({ collections: { usage }, owners }: Parts): QuotaStore {
  /** Changes the month; false when the document exists and the filter excludes it. */
  async function once(userId: string, month: string, unlike: mongo.Filter<UsageDocument>, change: Change) {
    const _id = usageId(userId, month);
    const changed = await changeSeeded(usage, { _id, userId, month }, async () => {
      const { matchedCount } = await usage.updateOne({ _id, ...unlike }, change);
      return matchedCount > 0 ? true : null;
    });
    return changed ?? false;
  }

  return {
    async reserve(sub, { id, month, capable, limits, now, leaseUntil }) {
      const { id: userId } = await owners.ensure(sub);
      const take = taking({ id, capable, until: leaseUntil }, { limits, now });
      const _id = usageId(userId, month);
      const after = await changeSeeded(usage, { _id, userId, month }, () =>
        usage.findOneAndUpdate({ _id }, take, { returnDocument: "after" }),
      );
      const taken = after?.open?.find((open) => open.id === id);
      if (!after || !taken) return null;
      return { reservation: { id, month, capable: taken.capable }, usage: usageOf(after, now) };
    },
    async settle(sub, { id, month, capable }) {
      const { id: userId } = await owners.ensure(sub);
      const counted: Change = {
        $inc: { queries: 1, capableQueries: capable ? 1 : 0 },
        $pull: { open: { id } },
        $push: { settled: { $each: [id], $slice: -SETTLED_KEPT } },
      };
      await once(userId, month, { settled: { $ne: id } }, counted);
    },
    async release(sub, { id, month }) {
      const owner = await owners.find(sub);
      if (owner !== null) await usage.updateOne({ _id: usageId(owner.id, month) }, { $pull: { open: { id } } });
    },
    async usage(sub, month, now) {
      const owner = await owners.find(sub);
      const found = owner && (await usage.findOne({ _id: usageId(owner.id, month) }));
      return found ? usageOf(found, now) : { queries: 0, capableQueries: 0 };
    },
    async warnOnce(sub, month, counter) {
      const { id: userId } = await owners.ensure(sub);
      return await once(userId, month, { warned: { $ne: counter } }, { $push: { warned: counter } });
    },
  };
}

export function usageId(owner: string, month: string): string {
  return `${owner} ${month}`;
}

function usageOf({ queries = 0, capableQueries = 0, open = [] }: UsageDocument, now: number): Usage {
  const counting = open.filter(({ until }) => until >= now);
  return {
    queries: queries + counting.length,
    capableQueries: capableQueries + counting.filter(({ capable }) => capable).length,
  };
}

/** Returns the update that drops expired reservations, then adds this one if a query is left. */
function taking(
  { id, capable, until }: OpenReservation,
  { limits, now }: { readonly limits: UsageLimits; readonly now: number },
): mongo.Document[] {
  const isCounting = { $gte: ["$$one.until", now] };
  const capableOpen = { $filter: { input: "$open", as: "one", cond: "$$one.capable" } };
  const isLeft = (settled: mongo.Document, open: unknown, limit: number) =>
    limit < 0 ? { $literal: true } : { $lt: [{ $add: [settled, { $size: open }] }, limit] };
  const [queries, capableQueries] = [{ $ifNull: ["$queries", 0] }, { $ifNull: ["$capableQueries", 0] }];
  const isGranted = capable ? isLeft(capableQueries, capableOpen, limits.capableQueries) : { $literal: false };
  const reservation = { id: { $literal: id }, capable: isGranted, until };
  const enlarged = { $concatArrays: ["$open", [reservation]] };
  return [
    { $set: { open: { $filter: { input: { $ifNull: ["$open", []] }, as: "one", cond: isCounting } } } },
    { $set: { open: { $cond: [isLeft(queries, "$open", limits.queries), enlarged, "$open"] } } },
  ];
}
