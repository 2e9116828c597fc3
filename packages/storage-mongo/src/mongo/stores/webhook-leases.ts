import { randomUUID } from "node:crypto";
import type { Clock, DeliveryOutcome, LeasedWebhook, WebhookStore } from "@knote/api";
import type { Collections } from "../collections/collections.ts";
import type { WebhookDocument } from "../collections/webhooks.ts";
import type { ActiveWebhooks } from "./active-webhooks.ts";
import type { Owners } from "./owners.ts";
import { backlogOf } from "./webhook-backlog.ts";
import { deliveryId, dueDeliveryOf, ending, logging, storedWebhook } from "./webhook-document.ts";

/** Webhooks that are looked at to find the next one due: some of the first can have to wait. */
const LOOKED_AT = 1_000;

interface WebhookLeasesDeps {
  readonly collections: Pick<Collections, "webhooks" | "deliveries">;
  readonly owners: Owners;
  readonly clock: Clock;
  readonly active: ActiveWebhooks;
}

/** A process leases webhooks, not deliveries: so window, order and bounds of a webhook need no word between processes. */
export function createWebhookLeases({
  collections: { webhooks, deliveries },
  owners,
  clock,
  active,
}: WebhookLeasesDeps): Pick<WebhookStore, "lease" | "renew" | "due" | "settle" | "release" | "nextDue"> {
  async function take(now: number, until: number): Promise<LeasedWebhook | "erased" | null> {
    const free = { active: true, dueAt: { $lte: now }, "standing.notBefore": { $lte: now }, leaseUntil: { $lte: now } };
    const options = { sort: { dueAt: 1 }, returnDocument: "after" } as const;
    const webhookDocument = await webhooks.findOneAndUpdate(
      free,
      { $set: { lease: randomUUID(), leaseUntil: until } },
      options,
    );
    if (webhookDocument === null) return null;
    const sub = (await owners.subsOf([webhookDocument.userId])).get(webhookDocument.userId);
    return sub === undefined ? "erased" : leasedView(sub, webhookDocument);
  }

  /** Returns the webhook as it is now, if the lease holds. */
  async function present({ userId: sub, webhook: { id: _id }, lease }: LeasedWebhook): Promise<LeasedWebhook | null> {
    const owner = await owners.find(sub);
    const webhookDocument = owner && (await webhooks.findOne({ _id, userId: owner.id, lease }));
    return webhookDocument && leasedView(sub, webhookDocument);
  }

  /** Stores outcomes of one kind and returns how many deliveries they changed. */
  async function keep(userId: string, webhookId: string, outcomes: readonly DeliveryOutcome[]): Promise<number> {
    if (outcomes.length === 0) return 0;
    const writes = outcomes.map(({ messageId, attempt, next }) => ({
      updateOne: {
        filter: { _id: deliveryId(webhookId, messageId), userId, dueAt: { $exists: true } },
        update: {
          ...("dueAt" in next ? { $set: { dueAt: next.dueAt } } : ending(next.result, next.endedAt)),
          ...logging(attempt),
        },
      },
    }));
    return (await deliveries.bulkWrite(writes, { ordered: false })).modifiedCount;
  }

  async function failWaiting(userId: string, webhookId: string): Promise<number> {
    const waiting = { userId, webhookId, dueAt: { $exists: true } };
    return (await deliveries.updateMany(waiting, ending("failed", clock.now()))).modifiedCount;
  }

  return {
    async lease(limit, now, until) {
      const newLeases: LeasedWebhook[] = [];
      while (newLeases.length < limit) {
        const nextLease = await take(now, until);
        if (nextLease === null) break;
        if (nextLease !== "erased") newLeases.push(nextLease);
      }
      return newLeases;
    },
    async renew(leasedWebhooks, until) {
      const renewals = leasedWebhooks.map(async ({ userId, webhook: { id: _id }, lease }) => {
        const owner = await owners.find(userId);
        const set = { $set: { leaseUntil: until } };
        const heldLease = owner && { _id, userId: owner.id, lease };
        const webhookDocument =
          heldLease && (await webhooks.findOneAndUpdate(heldLease, set, { returnDocument: "after" }));
        return webhookDocument ? [leasedView(userId, webhookDocument)] : [];
      });
      return (await Promise.all(renewals)).flat();
    },
    async due({ userId: sub, webhook }, now, { limit, untriedFirst = false }) {
      const owner = await owners.find(sub);
      if (owner === null) return [];
      const due = { userId: owner.id, webhookId: webhook.id, dueAt: { $lte: now } };
      const page = (filter: object, most: number) =>
        deliveries
          .find({ ...due, ...filter })
          .sort({ dueAt: 1, _id: 1 })
          .limit(most)
          .toArray();
      if (!untriedFirst) return (await page({}, limit)).map(dueDeliveryOf);
      const newDeliveries = await page({ attempts: 0 }, limit);
      const rest = limit - newDeliveries.length;
      return [...newDeliveries, ...(rest > 0 ? await page({ attempts: { $gt: 0 } }, rest) : [])].map(dueDeliveryOf);
    },
    async settle(leasedWebhook, outcomes, { stops, ...standing }) {
      const { lease, changes, webhook } = leasedWebhook;
      const { id: _id } = webhook;
      const owner = await owners.find(leasedWebhook.userId);
      if (owner === null) return null;
      const userId = owner.id;
      const isEnd = ({ next }: DeliveryOutcome) => "endedAt" in next;
      await keep(
        userId,
        _id,
        outcomes.filter((outcome) => !isEnd(outcome)),
      );
      const endedCount = await keep(userId, _id, outcomes.filter(isEnd));
      if (endedCount > 0) await webhooks.updateOne({ _id, userId }, { $inc: { waiting: -endedCount } });
      const stop = stops === null ? {} : { active: false, stopped: stops };
      const asRead = { _id, userId, lease, changes };
      const { matchedCount } = await webhooks.updateOne(asRead, { $set: { standing, ...stop } });
      if (matchedCount > 0 && stops !== null) {
        if (stops === "gone") {
          const failedCount = await failWaiting(userId, _id);
          await webhooks.updateOne({ _id, userId }, { $inc: { waiting: -failedCount } });
        }
        await active.refresh();
      }
      return await present(leasedWebhook);
    },
    async release(leasedWebhook) {
      const { lease, arrivals, webhook } = leasedWebhook;
      const owner = await owners.find(leasedWebhook.userId);
      if (owner === null) return null;
      // What a process counted that died may be wrong.
      const { waiting, dueAt } = await backlogOf(deliveries, { _id: webhook.id, userId: owner.id });
      const heldLease = { _id: webhook.id, userId: owner.id, lease, arrivals };
      const change =
        dueAt === null
          ? { $set: { leaseUntil: 0, waiting }, $unset: { lease: true as const, dueAt: true as const } }
          : { $set: { leaseUntil: 0, waiting, dueAt }, $unset: { lease: true as const } };
      if ((await webhooks.updateOne(heldLease, change)).matchedCount > 0) return null;
      return await present(leasedWebhook);
    },
    async nextDue() {
      const free = { active: true, dueAt: { $exists: true }, leaseUntil: { $lte: clock.now() } };
      const rows = await webhooks
        .find(free, { projection: { dueAt: 1, "standing.notBefore": 1 } })
        .sort({ dueAt: 1 })
        .limit(LOOKED_AT)
        .toArray();
      return rows.length === 0
        ? null
        : Math.min(...rows.map(({ dueAt, standing }) => Math.max(dueAt!, standing.notBefore)));
    },
  };
}

function leasedView(userId: string, document: WebhookDocument): LeasedWebhook {
  const { lease = "", leaseUntil: until, changes, arrivals } = document;
  return { userId, webhook: storedWebhook(document), lease, until, changes, arrivals };
}
