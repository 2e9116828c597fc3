import {
  createAlarm,
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
    const kept = webhooks.get(id);
    return kept?.userId === userId ? kept : null;
  };
  const ofUser = (userId: string) => [...webhooks.values()].filter((kept) => kept.userId === userId).toSorted(byId);
  let lastLease = 0;
  const isLeased = ({ lease }: KeptWebhook, now: number) => lease !== null && lease.until > now;

  return {
    async insert(userId, webhook, most) {
      if (find(userId, webhook.id) !== null) return true;
      if (ofUser(userId).length >= most) return false;
      const standing = { ...FIRST_STANDING, lastDeliveredAt: null };
      const stored = { ...webhook, previous: null, stopped: null, standing, updatedAt: webhook.createdAt };
      const counters = { lease: null, changes: 0, arrivals: 0, isStoppedUnseen: false };
      webhooks.set(webhook.id, { userId, webhook: stored, ...counters, deliveries: new Map() });
      return true;
    },
    list: async (userId) => ofUser(userId).map(view),
    async get(userId, id) {
      const kept = find(userId, id);
      return kept === null ? null : view(kept);
    },
    async change(userId, id, change) {
      const kept = find(userId, id);
      if (kept === null) return null;
      applyChange(kept, change, clock.now());
      alarm.ring();
      return view(kept);
    },
    delete: async (userId, id) => find(userId, id) !== null && webhooks.delete(id),
    wants: (userId, event) =>
      ofUser(userId).some(({ webhook: { stopped, events } }) => stopped === null && events.includes(event)),
    async add(userId, messages) {
      for (const kept of ofUser(userId)) for (const message of messages) addDelivery(kept, message, clock.now());
      if (messages.length > 0) alarm.ring();
    },
    ...createMemoryDeliveries(find, alarm.ring),
    async lease(limit, now, until) {
      return [...webhooks.values()]
        .filter((kept) => kept.webhook.stopped === null && !isLeased(kept, now) && (dueAt(kept) ?? Infinity) <= now)
        .toSorted((one, other) => firstDue(one)! - firstDue(other)! || byId(one, other))
        .slice(0, limit)
        .map((kept) => {
          kept.lease = { token: String(++lastLease), until };
          return leasedView(kept, kept.lease);
        });
    },
    async renew(leasedWebhooks, until) {
      return leasedWebhooks.flatMap((leased) => {
        const kept = held(leased);
        return kept === null ? [] : leasedView(kept, (kept.lease = { token: leased.lease, until }));
      });
    },
    async settle(leased, outcomes, { stops, ...standing }) {
      const kept = find(leased.userId, leased.webhook.id);
      if (kept === null) return null;
      for (const { messageId, attempt, next } of outcomes) {
        const delivery = kept.deliveries.get(messageId);
        if (delivery?.result === "waiting") settleDelivery(delivery, attempt, next);
      }
      if (held(leased) === null || kept.lease === null) return null;
      if (kept.changes === leased.changes) {
        kept.webhook = { ...kept.webhook, standing };
        if (stops !== null) stop(kept, stops, clock.now());
      }
      return leasedView(kept, kept.lease);
    },
    async release(leased) {
      const kept = held(leased);
      if (kept === null || kept.lease === null) return null;
      if (kept.arrivals !== leased.arrivals) return leasedView(kept, kept.lease);
      kept.lease = null;
      return null;
    },
    async nextDue() {
      const free = [...webhooks.values()].filter(
        (kept) => kept.webhook.stopped === null && !isLeased(kept, clock.now()),
      );
      const times = free.flatMap((kept) => dueAt(kept) ?? []);
      return times.length === 0 ? null : Math.min(...times);
    },
    subscribe: alarm.subscribe,
    async takeStopped(limit) {
      const stopped = [...webhooks.values()].filter(({ isStoppedUnseen }) => isStoppedUnseen).slice(0, limit);
      for (const kept of stopped) kept.isStoppedUnseen = false;
      return stopped.map(ownedView);
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
            settleDelivery(delivery, null, { result: "failed", endedAt: now });
            isChanged = true;
          }
        const ended = [...deliveries].filter(([, { result }]) => result !== "waiting").toSorted(lastEndedFirst);
        for (const [index, [id, { endedAt }]] of ended.entries())
          if (index >= mostEnded || endedAt! < endedBefore) isChanged = deliveries.delete(id);
      }
      return isChanged;
    },
    async figures() {
      const all = [...webhooks.values()];
      const active = all.filter(({ webhook }) => webhook.stopped === null);
      const sound = active.filter(({ webhook }) => webhook.standing.failures < FAILING_AFTER);
      const times = sound.flatMap((kept) => firstDue(kept) ?? []);
      return {
        waiting: all.reduce((sum, kept) => sum + waitingOf(kept).length, 0),
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

  function held({ userId, webhook: { id }, lease }: LeasedWebhook): KeptWebhook | null {
    const kept = find(userId, id);
    return kept?.lease?.token === lease ? kept : null;
  }
}

/** A listener that fails is a mistake of the test. */
function raise(_message: string, cause: unknown): never {
  throw cause;
}

function view(kept: KeptWebhook): StoredWebhook {
  return { ...kept.webhook, waiting: waitingOf(kept).length };
}

function ownedView(kept: KeptWebhook): OwnedWebhook {
  return { userId: kept.userId, webhook: view(kept) };
}

function leasedView(kept: KeptWebhook, { token, until }: NonNullable<KeptWebhook["lease"]>): LeasedWebhook {
  return { ...ownedView(kept), lease: token, until, changes: kept.changes, arrivals: kept.arrivals };
}

function byId(one: KeptWebhook, other: KeptWebhook): number {
  return one.webhook.id < other.webhook.id ? -1 : 1;
}

function lastEndedFirst([oneId, one]: [string, KeptDelivery], [otherId, other]: [string, KeptDelivery]): number {
  return other.endedAt! - one.endedAt! || (oneId < otherId ? 1 : -1);
}
