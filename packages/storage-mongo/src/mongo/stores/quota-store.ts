import type { QuotaStore, Usage, UsageLimits } from "@knote/api";
import type { mongo } from "mongoose";
import { againOnDuplicate, isDuplicate } from "../connection/duplicate-keys.ts";
import type { Collections } from "../models/collections.ts";
import type { OpenReservation, UsageDocument } from "../models/usage-model.ts";
import type { Owners } from "./owners.ts";

/** Who settles again does so within minutes; nobody settles so many others meanwhile. */
const SETTLED_KEPT = 1_000;
const ATTEMPTS = 3;

interface Parts {
  readonly collections: Pick<Collections, "usage">;
  readonly owners: Owners;
}

/** A user's month is one document: what is left is looked at and taken in one write. */
export function createQuotaStore({ collections: { usage }, owners }: Parts): QuotaStore {
  return {
    async reserve(sub, { id, month, capable, limits, now, leaseUntil }) {
      const { id: userId } = await owners.ensure(sub);
      const take = taking({ id, capable, until: leaseUntil }, { limits, now });
      const owned: mongo.Document[] = [{ $set: { userId, month } }, ...take];
      const after = await againOnDuplicate(() =>
        usage.findOneAndUpdate({ _id: usageId(userId, month) }, owned, { upsert: true, returnDocument: "after" }),
      );
      const taken = after?.open?.find((open) => open.id === id);
      if (!after || !taken) return null;
      return { reservation: { id, month, capable: taken.capable }, usage: usageOf(after, now) };
    },
    async settle(sub, { id, month, capable }) {
      const { id: userId } = await owners.ensure(sub);
      const counted: mongo.UpdateFilter<UsageDocument> = {
        $inc: { queries: 1, capableQueries: capable ? 1 : 0 },
        $pull: { open: { id } },
        $push: { settled: { $each: [id], $slice: -SETTLED_KEPT } },
        $setOnInsert: { userId, month },
      };
      const unsettled = { _id: usageId(userId, month), settled: { $ne: id } };
      await once(() => usage.updateOne(unsettled, counted, { upsert: true }));
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
      const unwarned = { _id: usageId(userId, month), warned: { $ne: counter } };
      const warned = { $push: { warned: counter }, $setOnInsert: { userId, month } };
      return await once(() => usage.updateOne(unwarned, warned, { upsert: true }));
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

/** Drops what is past its lease, then adds the reservation if a query is left. */
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

/** False when the document is there and the filter left it out: then the upsert met its id. */
async function once(write: () => Promise<mongo.UpdateResult>): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { matchedCount, upsertedCount } = await write();
      return matchedCount + upsertedCount > 0;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      // Or another call made it in this moment: the next attempt tells which.
      if (attempt === ATTEMPTS) return false;
    }
  }
}
