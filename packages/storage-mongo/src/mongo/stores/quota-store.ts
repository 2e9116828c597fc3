import type { QuotaStore, Usage, UsageLimits } from "@knote/api";
import type { mongo } from "mongoose";
import { changeSeeded } from "../connection/duplicate-keys.ts";
import type { Collections } from "../collections/collections.ts";
import type { OpenReservation, UsageDocument } from "../collections/usage.ts";
import type { Owners } from "./owners.ts";

/** Enough to recognise a repeated settlement: it comes within minutes, and no user settles this many meanwhile. */
const SETTLED_KEPT = 1_000;

type Change = mongo.UpdateFilter<UsageDocument>;

interface QuotaStoreDeps {
  readonly collections: Pick<Collections, "usage">;
  readonly owners: Owners;
}

/** A user's month is one document, so that one write checks and takes what is left. */
export function createQuotaStore({ collections: { usage }, owners }: QuotaStoreDeps): QuotaStore {
  /** Changes the month; false when the document exists and the filter excludes it. */
  async function changeUnless(userId: string, month: string, unlike: mongo.Filter<UsageDocument>, change: Change) {
    const _id = usageId(userId, month);
    const result = await changeSeeded(usage, { _id, userId, month }, async () => {
      const { matchedCount } = await usage.updateOne({ _id, ...unlike }, change);
      return matchedCount > 0 ? true : null;
    });
    return result ?? false;
  }

  return {
    async reserve(sub, { id, month, capable, limits, now, leaseUntil }) {
      const { id: userId } = await owners.ensure(sub);
      const take = reserveUpdate({ id, capable, until: leaseUntil }, { limits, now });
      const _id = usageId(userId, month);
      const after = await changeSeeded(usage, { _id, userId, month }, () =>
        usage.findOneAndUpdate({ _id }, take, { returnDocument: "after" }),
      );
      const openReservation = after?.open?.find((open) => open.id === id);
      if (!after || !openReservation) return null;
      return { reservation: { id, month, capable: openReservation.capable }, usage: usageOf(after, now) };
    },
    async settle(sub, { id, month, capable }) {
      const { id: userId } = await owners.ensure(sub);
      const change: Change = {
        $inc: { queries: 1, capableQueries: capable ? 1 : 0 },
        $pull: { open: { id } },
        $push: { settled: { $each: [id], $slice: -SETTLED_KEPT } },
      };
      await changeUnless(userId, month, { settled: { $ne: id } }, change);
    },
    async release(sub, { id, month }) {
      const owner = await owners.find(sub);
      if (owner !== null) await usage.updateOne({ _id: usageId(owner.id, month) }, { $pull: { open: { id } } });
    },
    async usage(sub, month, now) {
      const owner = await owners.find(sub);
      const document = owner && (await usage.findOne({ _id: usageId(owner.id, month) }));
      return document ? usageOf(document, now) : { queries: 0, capableQueries: 0 };
    },
    async warnOnce(sub, month, counter) {
      const { id: userId } = await owners.ensure(sub);
      return await changeUnless(userId, month, { warned: { $ne: counter } }, { $push: { warned: counter } });
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
function reserveUpdate(
  { id, capable, until }: OpenReservation,
  { limits, now }: { readonly limits: UsageLimits; readonly now: number },
): mongo.Document[] {
  const isCounting = { $gte: ["$$one.until", now] };
  const capableOpen = { $filter: { input: "$open", as: "one", cond: "$$one.capable" } };
  const isLeft = (settledCount: mongo.Document, open: unknown, limit: number) =>
    limit < 0 ? { $literal: true } : { $lt: [{ $add: [settledCount, { $size: open }] }, limit] };
  const [queries, capableQueries] = [{ $ifNull: ["$queries", 0] }, { $ifNull: ["$capableQueries", 0] }];
  const isGranted = capable ? isLeft(capableQueries, capableOpen, limits.capableQueries) : { $literal: false };
  const reservation = { id: { $literal: id }, capable: isGranted, until };
  const withReservation = { $concatArrays: ["$open", [reservation]] };
  return [
    { $set: { open: { $filter: { input: { $ifNull: ["$open", []] }, as: "one", cond: isCounting } } } },
    { $set: { open: { $cond: [isLeft(queries, "$open", limits.queries), withReservation, "$open"] } } },
  ];
}
