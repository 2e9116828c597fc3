import {
  createAlarm,
  expiredEntry,
  FAILING_AFTER,
  FIRST_STANDING,
  type Clock,
  type LeasedWebhook,
  type OwnedWebhook,
  type StoredWebhook,
  type WebhookStore,
} from "@knote/api";
import {
  addDelivery,
  applyChange,
  dueAt,
  firstDue,
  settleDelivery,
  stop,
  waitingOf,
  type KeptDelivery,
  type KeptWebhook,
} from "./kept-webhook.ts";
import { createMemoryDeliveries } from "./memory-deliveries.ts";

export interface MemoryWebhooks extends WebhookStore {
  forget(userId: string): void;
  /** Removes the messages that tell of the note. */
  forgetNote(userId: string, noteId: string): void;
}

export function createMemoryWebhooks(clock: Clock): MemoryWebhooks {
  const webhooks = new Map<string, KeptWebhook>();
  const alarm = createAlarm(raise);
  const find = (userId: string, id: string) => {
    const keptWebhook = webhooks.get(id);
    return keptWebhook?.userId === userId ? keptWebhook : null;
  };
  const ofUser = (userId: string) =>
    [...webhooks.values()].filter((keptWebhook) => keptWebhook.userId === userId).toSorted(byId);
  let lastLease = 0;
  const isLeased = ({ lease }: KeptWebhook, now: number) => lease !== null && lease.until > now;

  return {
    async insert(userId, webhook, most) {
      if (find(userId, webhook.id) !== null) return true;
      if (ofUser(userId).length >= most) return false;
      const standing = { ...FIRST_STANDING, lastDeliveredAt: null };
      const storedWebhook = { ...webhook, previous: null, stopped: null, standing, updatedAt: webhook.createdAt };
      const counters = { lease: null, changes: 0, arrivals: 0, isStoppedUnseen: false };
      webhooks.set(webhook.id, { userId, webhook: storedWebhook, ...counters, deliveries: new Map() });
      return true;
    },
    list: async (userId) => ofUser(userId).map(view),
    async get(userId, id) {
      const keptWebhook = find(userId, id);
      return keptWebhook === null ? null : view(keptWebhook);
    },
    async change(userId, id, change) {
      const keptWebhook = find(userId, id);
      if (keptWebhook === null) return null;
      applyChange(keptWebhook, change, clock.now());
      alarm.ring();
      return view(keptWebhook);
    },
    delete: async (userId, id) => find(userId, id) !== null && webhooks.delete(id),
    wants: (userId, event) =>
      ofUser(userId).some(
        ({ webhook: { stopped: stoppedWebhooks, events } }) => stoppedWebhooks === null && events.includes(event),
      ),
    async add(userId, messages) {
      for (const keptWebhook of ofUser(userId))
        for (const message of messages) addDelivery(keptWebhook, message, clock.now());
      if (messages.length > 0) alarm.ring();
    },
    ...createMemoryDeliveries(find, alarm.ring),
    async lease(limit, now, until) {
      return [...webhooks.values()]
        .filter(
          (keptWebhook) =>
            keptWebhook.webhook.stopped === null &&
            !isLeased(keptWebhook, now) &&
            (dueAt(keptWebhook) ?? Infinity) <= now,
        )
        .toSorted((one, other) => firstDue(one)! - firstDue(other)! || byId(one, other))
        .slice(0, limit)
        .map((keptWebhook) => {
          keptWebhook.lease = { token: String(++lastLease), until };
          return leasedView(keptWebhook, keptWebhook.lease);
        });
    },
    async renew(leasedWebhooks, until) {
      return leasedWebhooks.flatMap((leasedWebhook) => {
        const keptWebhook = webhookOf(leasedWebhook);
        return keptWebhook === null
          ? []
          : leasedView(keptWebhook, (keptWebhook.lease = { token: leasedWebhook.lease, until }));
      });
    },
    async settle(leasedWebhook, outcomes, { stops, ...standing }) {
      const keptWebhook = find(leasedWebhook.userId, leasedWebhook.webhook.id);
      if (keptWebhook === null) return null;
      for (const { messageId, attempt, next } of outcomes) {
        const delivery = keptWebhook.deliveries.get(messageId);
        if (delivery?.result === "waiting") settleDelivery(delivery, attempt, next);
      }
      if (webhookOf(leasedWebhook) === null || keptWebhook.lease === null) return null;
      if (keptWebhook.changes === leasedWebhook.changes) {
        keptWebhook.webhook = { ...keptWebhook.webhook, standing };
        if (stops !== null) stop(keptWebhook, stops, clock.now());
      }
      return leasedView(keptWebhook, keptWebhook.lease);
    },
    async release(leasedWebhook) {
      const keptWebhook = webhookOf(leasedWebhook);
      if (keptWebhook === null || keptWebhook.lease === null) return null;
      if (keptWebhook.arrivals !== leasedWebhook.arrivals) return leasedView(keptWebhook, keptWebhook.lease);
      keptWebhook.lease = null;
      return null;
    },
    async nextDue() {
      const free = [...webhooks.values()].filter(
        (keptWebhook) => keptWebhook.webhook.stopped === null && !isLeased(keptWebhook, clock.now()),
      );
      const times = free.flatMap((keptWebhook) => dueAt(keptWebhook) ?? []);
      return times.length === 0 ? null : Math.min(...times);
    },
    subscribe: alarm.subscribe,
    async takeStopped(limit) {
      const stoppedWebhooks = [...webhooks.values()].filter(({ isStoppedUnseen }) => isStoppedUnseen).slice(0, limit);
      for (const keptWebhook of stoppedWebhooks) keptWebhook.isStoppedUnseen = false;
      return stoppedWebhooks.map(ownedView);
    },
    async listAll({ limit, after = "" }) {
      return [...webhooks.values()]
        .toSorted(byId)
        .filter(({ webhook }) => webhook.id > after)
        .slice(0, limit)
        .map(ownedView);
    },
    async tidy({ now, waitingSince, endedBefore, mostEnded }) {
      let isChanged = false;
      for (const { deliveries } of webhooks.values()) {
        for (const delivery of deliveries.values())
          if (delivery.result === "waiting" && delivery.waitsSince < waitingSince) {
            settleDelivery(delivery, expiredEntry(delivery.attempts, now), { result: "failed", endedAt: now });
            isChanged = true;
          }
        const endedDeliveries = [...deliveries]
          .filter(([, { result }]) => result !== "waiting")
          .toSorted(lastEndedFirst);
        for (const [index, [id, { endedAt }]] of endedDeliveries.entries())
          if (index >= mostEnded || endedAt! < endedBefore) isChanged = deliveries.delete(id);
      }
      return isChanged;
    },
    async figures() {
      const all = [...webhooks.values()];
      const active = all.filter(({ webhook }) => webhook.stopped === null);
      const sound = active.filter(({ webhook }) => webhook.standing.failures < FAILING_AFTER);
      const times = sound.flatMap((keptWebhook) => firstDue(keptWebhook) ?? []);
      return {
        waiting: all.reduce((sum, keptWebhook) => sum + waitingOf(keptWebhook).length, 0),
        oldestDue: times.length === 0 ? null : Math.min(...times),
        byStanding: {
          active: sound.length,
          failing: active.length - sound.length,
          stopped: all.length - active.length,
        },
      };
    },
    forget(userId) {
      for (const { webhook } of ofUser(userId)) webhooks.delete(webhook.id);
    },
    forgetNote(userId, noteId) {
      for (const { deliveries } of ofUser(userId))
        for (const [id, { message }] of deliveries) if (message.noteIds.includes(noteId)) deliveries.delete(id);
    },
  };

  function webhookOf({ userId, webhook: { id }, lease }: LeasedWebhook): KeptWebhook | null {
    const keptWebhook = find(userId, id);
    return keptWebhook?.lease?.token === lease ? keptWebhook : null;
  }
}

/** A listener that fails is a mistake of the test. */
function raise(_message: string, cause: unknown): never {
  throw cause;
}

function view(keptWebhook: KeptWebhook): StoredWebhook {
  return { ...keptWebhook.webhook, waiting: waitingOf(keptWebhook).length };
}

function ownedView(keptWebhook: KeptWebhook): OwnedWebhook {
  return { userId: keptWebhook.userId, webhook: view(keptWebhook) };
}

function leasedView(keptWebhook: KeptWebhook, { token, until }: NonNullable<KeptWebhook["lease"]>): LeasedWebhook {
  return {
    ...ownedView(keptWebhook),
    lease: token,
    until,
    changes: keptWebhook.changes,
    arrivals: keptWebhook.arrivals,
  };
}

function byId(one: KeptWebhook, other: KeptWebhook): number {
  return one.webhook.id < other.webhook.id ? -1 : 1;
}

function lastEndedFirst([oneId, one]: [string, KeptDelivery], [otherId, other]: [string, KeptDelivery]): number {
  return other.endedAt! - one.endedAt! || (oneId < otherId ? 1 : -1);
}
