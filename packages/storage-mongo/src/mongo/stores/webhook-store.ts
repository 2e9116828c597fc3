import {
  FAILING_AFTER,
  FIRST_STANDING,
  type Alarm,
  type Clock,
  type OwnedWebhook,
  type WebhookChange,
  type WebhookStore,
} from "@knote/api";
import type { Collections } from "../collections/collections.ts";
import type { WebhookDocument } from "../collections/webhooks.ts";
import { isDuplicate } from "../connection/duplicate-keys.ts";
import type { ActiveWebhooks } from "./active-webhooks.ts";
import type { MessageRelay } from "./message-relay.ts";
import type { Owners } from "./owners.ts";
import { ALL, ending, newWebhookDocument, storedWebhook } from "./webhook-document.ts";
import { createWebhookLeases } from "./webhook-leases.ts";
import { createWebhookLog } from "./webhook-log.ts";

export interface WebhookStoreDeps {
  readonly collections: Pick<Collections, "webhooks" | "deliveries">;
  readonly owners: Owners;
  readonly clock: Clock;
  readonly active: ActiveWebhooks;
  readonly relay: Pick<MessageRelay, "deliver">;
  readonly alarm: Alarm;
}

export function createWebhookStore({
  collections,
  owners,
  clock,
  active,
  relay,
  alarm,
}: WebhookStoreDeps): WebhookStore {
  const { webhooks, deliveries } = collections;

  async function withOwners(documents: readonly WebhookDocument[]): Promise<OwnedWebhook[]> {
    const subs = await owners.subsOf(new Set(documents.map(({ userId }) => userId)));
    return documents.flatMap((document) => {
      const userId = subs.get(document.userId);
      return userId === undefined ? [] : [{ userId, webhook: storedWebhook(document) }];
    });
  }

  async function failWaiting(userId: string, webhookId: string): Promise<number> {
    const waiting = { userId, webhookId, dueAt: { $exists: true } };
    return (await deliveries.updateMany(waiting, ending("failed", clock.now()))).modifiedCount;
  }

  return {
    async insert(sub, webhook, most) {
      const { id: userId } = await owners.ensure(sub);
      for (;;) {
        const others = await webhooks.find({ userId }, { projection: { slot: 1 } }).toArray();
        if (others.some(({ _id }) => _id === webhook.id)) return true;
        if (others.length >= most) return false;
        const takenSlots = new Set(others.map(({ slot }) => slot));
        const slot = Array.from({ length: most }, (_, place) => place).find((place) => !takenSlots.has(place))!;
        try {
          await webhooks.insertOne(newWebhookDocument(userId, slot, webhook));
          await active.refresh();
          return true;
        } catch (error) {
          // Another call took the slot: looks for the next one.
          if (!isDuplicate(error)) throw error;
        }
      }
    },
    async list(sub) {
      const owner = await owners.find(sub);
      if (owner === null) return [];
      return (await webhooks.find({ userId: owner.id }).sort({ _id: 1 }).toArray()).map(storedWebhook);
    },
    async get(sub, _id) {
      const owner = await owners.find(sub);
      const webhookDocument = owner && (await webhooks.findOne({ _id, userId: owner.id }));
      return webhookDocument && storedWebhook(webhookDocument);
    },
    async change(sub, _id, change) {
      const owner = await owners.find(sub);
      const own = owner && { _id, userId: owner.id };
      const changedDocument =
        own && (await webhooks.findOneAndUpdate(own, changeOf(change), { returnDocument: "after" }));
      if (!own || !changedDocument) return null;
      await active.refresh();
      alarm.ring();
      if (change.stopped !== "gone") return storedWebhook(changedDocument);
      const failedCount = await failWaiting(own.userId, _id);
      const countChange = { $inc: { waiting: -failedCount } };
      const stoppedDocument = await webhooks.findOneAndUpdate(own, countChange, { returnDocument: "after" });
      return stoppedDocument && storedWebhook(stoppedDocument);
    },
    async delete(sub, _id) {
      const owner = await owners.find(sub);
      if (owner === null) return false;
      const { deletedCount } = await webhooks.deleteOne({ _id, userId: owner.id });
      await deliveries.deleteMany({ userId: owner.id, webhookId: _id });
      if (deletedCount > 0) await active.refresh();
      return deletedCount > 0;
    },
    wants: active.wants,
    async add(sub, messages) {
      const owner = await owners.find(sub);
      if (owner !== null) await relay.deliver(owner, messages);
    },
    ...createWebhookLog({ collections, owners, ring: alarm.ring }),
    ...createWebhookLeases({ collections, owners, clock, active }),
    subscribe: alarm.subscribe,
    async takeStopped(limit) {
      const batch: WebhookDocument[] = [];
      while (batch.length < limit) {
        const next = await webhooks.findOneAndUpdate({ unseen: true }, { $unset: { unseen: true } });
        if (next === null) break;
        batch.push(next);
      }
      return await withOwners(batch);
    },
    async listAll({ limit, after = "" }) {
      return await withOwners(
        await webhooks
          .find({ _id: { $gt: after } })
          .sort({ _id: 1 })
          .limit(limit)
          .toArray(),
      );
    },
    async figures() {
      const projection = { active: 1, waiting: 1, dueAt: 1, "standing.failures": 1 };
      const all = await webhooks.find(ALL, { projection }).toArray();
      const working = all.filter(({ active: isActive }) => isActive);
      const sound = working.filter(({ standing }) => standing.failures < FAILING_AFTER);
      const times = sound.flatMap(({ dueAt }) => dueAt ?? []);
      return {
        waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
        oldestDue: times.length === 0 ? null : Math.min(...times),
        byStanding: {
          ...{ active: sound.length, failing: working.length - sound.length },
          stopped: all.length - working.length,
        },
      };
    },
  };
}

function changeOf({ stopped: stoppedDocument, events, ...change }: WebhookChange) {
  const standing = Object.fromEntries(
    Object.entries(FIRST_STANDING).map(([name, value]) => [`standing.${name}`, value]),
  );
  const set = {
    ...change,
    ...(events !== undefined && { events: [...events] }),
    ...(stoppedDocument !== undefined && {
      stopped: stoppedDocument,
      active: stoppedDocument === null,
      ...(stoppedDocument === null && standing),
    }),
  };
  const countChange = { $inc: { changes: 1, arrivals: 1 } };
  return { $set: set, ...countChange, ...(stoppedDocument !== undefined && { $unset: { unseen: true as const } }) };
}
