import { LIMITS } from "@knote/contract";
import { expiredEntry, type ResendSelection, type WebhookStore } from "@knote/api";
import { inBatches } from "../batches.ts";
import { backlogOf } from "./webhook-backlog.ts";
import type { Collections } from "../collections/collections.ts";
import type { DeliveryDocument, WebhookDocument } from "../collections/webhooks.ts";
import type { Owners } from "./owners.ts";
import { ALL, deliveryId, deliveryOf, ending, logging, messageOf } from "./webhook-document.ts";

/** Deliveries of a webhook that expire in one call. */
const AT_ONCE = 500;

interface WebhookLogDeps {
  readonly collections: Pick<Collections, "webhooks" | "deliveries">;
  readonly owners: Owners;
  readonly ring: () => void;
}

/** Deliveries for their owner, and what keeps their number small. */
export function createWebhookLog({
  collections: { webhooks, deliveries },
  owners,
  ring,
}: WebhookLogDeps): Pick<WebhookStore, "deliveries" | "delivery" | "resend" | "tidy"> {
  const find = async (sub: string, _id: string): Promise<WebhookDocument | null> => {
    const owner = await owners.find(sub);
    return owner && (await webhooks.findOne({ _id, userId: owner.id }));
  };

  function filterOf({ _id, userId }: WebhookDocument, which: ResendSelection) {
    if ("messageId" in which) return { _id: deliveryId(_id, which.messageId), userId };
    const { since, until, result } = which;
    const endedDeliveries = result === "all" ? { endedAt: { $exists: true } } : { endedAt: { $exists: true }, result };
    return { userId, webhookId: _id, timestamp: { $gte: since, $lt: until }, ...endedDeliveries };
  }

  async function expire({ _id, userId }: WebhookDocument, now: number, waitingSince: number): Promise<boolean> {
    const old = { userId, webhookId: _id, dueAt: { $exists: true }, waitsSince: { $lt: waitingSince } };
    const rows = await deliveries
      .find(old, { projection: { attempts: 1 } })
      .limit(AT_ONCE)
      .toArray();
    if (rows.length === 0) return false;
    const writes = rows.map(({ _id: delivery, attempts }) => ({
      updateOne: {
        filter: { _id: delivery, userId, dueAt: { $exists: true } },
        update: { ...ending("failed", now), ...logging(expiredEntry(attempts, now)) },
      },
    }));
    const { modifiedCount } = await deliveries.bulkWrite(writes, { ordered: false });
    await webhooks.updateOne({ _id, userId }, { $inc: { waiting: -modifiedCount } });
    return true;
  }

  /** Sets right what a process left that died between changing deliveries and counting them. */
  async function recount({ _id, userId, arrivals, ...storedWebhook }: WebhookDocument): Promise<void> {
    const { waiting, dueAt } = await backlogOf(deliveries, { _id, userId });
    const isKnown = dueAt === null || (storedWebhook.dueAt ?? Infinity) <= dueAt;
    if (waiting === storedWebhook.waiting && isKnown) return;
    // What changed meanwhile was counted by somebody.
    const asRead = { _id, userId, arrivals, waiting: storedWebhook.waiting };
    await webhooks.updateOne(asRead, { $set: { waiting }, ...(dueAt !== null && { $min: { dueAt } }) });
  }

  async function removeEnded({ _id, userId }: WebhookDocument, endedBefore: number, most: number): Promise<boolean> {
    const own = { userId, webhookId: _id };
    const old = await deliveries.deleteMany({ ...own, endedAt: { $lt: endedBefore } });
    const endedDeliveries = deliveries.find({ ...own, endedAt: { $exists: true } }, { projection: { _id: 1 } });
    const beyond = await endedDeliveries.sort({ endedAt: -1, _id: -1 }).skip(most).toArray();
    await inBatches(
      beyond.map((row) => row._id),
      async (batch) => {
        await deliveries.deleteMany({ _id: { $in: batch }, userId });
        return [];
      },
    );
    return old.deletedCount + beyond.length > 0;
  }

  return {
    async deliveries(sub, id, { result, event, since, until }, { limit, after }) {
      const owner = await owners.find(sub);
      if (owner === null) return { deliveries: [], next: null };
      const rows = await deliveries
        .find({
          ...{ userId: owner.id, webhookId: id },
          ...(after !== undefined && { _id: { $lt: deliveryId(id, after) } }),
          ...(result !== undefined && { result }),
          ...(event !== undefined && { event }),
          ...((since ?? until) !== undefined && {
            timestamp: { ...(since !== undefined && { $gte: since }), ...(until !== undefined && { $lt: until }) },
          }),
        })
        .sort({ _id: -1 })
        .limit(limit + 1)
        .toArray();
      const page = rows.slice(0, limit).map(deliveryOf);
      return { deliveries: page, next: rows.length > limit ? page.at(-1)!.id : null };
    },
    async delivery(sub, id, messageId) {
      const owner = await owners.find(sub);
      const deliveryDocument =
        owner && (await deliveries.findOne({ _id: deliveryId(id, messageId), userId: owner.id }));
      return (
        deliveryDocument && {
          delivery: deliveryOf(deliveryDocument),
          message: messageOf(deliveryDocument),
          log: deliveryDocument.log,
        }
      );
    },
    async resend(sub, id, which, now) {
      const webhook = await find(sub, id);
      if (webhook === null) return 0;
      const filter = filterOf(webhook, which);
      const projection = { dueAt: 1 } as const;
      const rows: Pick<DeliveryDocument, "_id" | "dueAt">[] = await deliveries
        .find(filter, { projection })
        .limit(LIMITS.deliveriesResent + 1)
        .toArray();
      if (rows.some(({ dueAt }) => dueAt !== undefined)) return "waiting";
      if (rows.length > LIMITS.deliveriesResent || webhook.waiting + rows.length > LIMITS.deliveriesWaiting)
        return "too-many";
      const again = {
        $set: { result: "waiting", step: 0, isResent: true, dueAt: now, waitsSince: now },
        $unset: { endedAt: true, removeAt: true },
      } as const;
      const { modifiedCount } = await deliveries.updateMany({ ...filter, endedAt: { $exists: true } }, again);
      if (modifiedCount === 0) return 0;
      const { userId } = webhook;
      const inc = { waiting: modifiedCount, arrivals: modifiedCount };
      await webhooks.updateOne({ _id: id, userId }, { $min: { dueAt: now }, $inc: inc });
      ring();
      return modifiedCount;
    },
    async tidy({ now, waitingSince, endedBefore, mostEnded }) {
      let isChanged = false;
      for await (const webhook of webhooks.find(ALL)) {
        await recount(webhook);
        const hasExpired = await expire(webhook, now, waitingSince);
        const hasOld = await removeEnded(webhook, endedBefore, mostEnded);
        isChanged ||= hasExpired || hasOld;
      }
      return isChanged;
    },
  };
}
