import { LIMITS } from "@knote/contract";
import { messagesOf, type Alarm, type Clock, type NewMessage, type Notice } from "@knote/api";
import type { mongo } from "mongoose";
import type { Collections } from "../collections/collections.ts";
import type { CarriedMessage, WebhookDocument } from "../collections/webhooks.ts";
import { insertNew } from "../connection/duplicate-keys.ts";
import type { Owner, Owners } from "./owners.ts";
import { newDelivery } from "./webhook-document.ts";
import type { ActiveWebhooks } from "./active-webhooks.ts";
import { backlogOf } from "./webhook-backlog.ts";

const LEASE = "webhooks told";
const AT_ONCE = 100;
/** Younger messages are still being handed on by the process that wrote them. */
const LEFT_AFTER_MS = 15_000;

/** A document that carries messages. */
export interface Carrier {
  readonly collection: "notes" | "links";
  readonly _id: string;
}

interface CarryingDocument {
  _id: string;
  userId: string;
  told?: CarriedMessage[];
}

/**
 * Messages stand in the document whose write they report, by the same write: that is the promise. They are handed on
 * afterwards, by the process that wrote them or, when that died, by whoever sweeps. Ids decide, so a second time is no
 * harm.
 */
export interface MessageRelay {
  /** Returns the messages of the notices that somebody wants. */
  of(owner: Owner, notices: readonly Notice[]): CarriedMessage[];
  /** Hands on what a document carries, without making its writer wait. */
  handOn(owner: Owner, carrier: Carrier, messages: readonly CarriedMessage[]): void;
  /** Stores deliveries of messages that no document carries. */
  deliver(owner: Owner, messages: readonly NewMessage[]): Promise<void>;
  /** Removes the deliveries of messages that tell of the note. */
  forgetNote(userId: string, noteId: string): Promise<void>;
  /** Hands on what processes left that died. */
  sweep(): Promise<void>;
  /** Resolves once nothing is being handed on. */
  whenIdle(): Promise<void>;
}

interface MessageRelayDeps {
  readonly collections: Pick<Collections, "notes" | "links" | "webhooks" | "deliveries">;
  readonly owners: Pick<Owners, "subsOf">;
  readonly active: ActiveWebhooks;
  readonly alarm: Alarm;
  readonly clock: Clock;
  /** Takes work for this process; false if another has it. */
  readonly takeLease: (work: string) => Promise<boolean>;
  readonly warn: (message: string, cause: unknown) => void;
}

export function createMessageRelay({
  collections,
  owners,
  active,
  alarm,
  clock,
  takeLease,
  warn,
}: MessageRelayDeps): MessageRelay {
  const { webhooks, deliveries } = collections;
  const underWay = new Set<Promise<void>>();

  /** Gives messages to one webhook, and stops it when too much waits. */
  async function give(webhook: WebhookDocument, messages: readonly CarriedMessage[]): Promise<void> {
    const { _id, userId, events, waiting } = webhook;
    const wantedMessages = messages.filter(({ event }) => events.includes(event));
    const newMessages = wantedMessages.slice(0, Math.max(0, LIMITS.deliveriesWaiting - waiting));
    if (newMessages.length > 0) {
      const newDeliveries = newMessages.map((message) => newDelivery(userId, _id, message));
      const { length } = await insertNew(deliveries, newDeliveries);
      const dueAt = Math.min(...newMessages.map(({ at }) => at));
      // Some were stored before by a process that may have died without counting them.
      const isRepeated = length < newMessages.length;
      const countChange = isRepeated ? { $set: { waiting: (await backlogOf(deliveries, webhook)).waiting } } : {};
      const arrivalChange = { arrivals: newMessages.length, ...(!isRepeated && { waiting: length }) };
      await webhooks.updateOne({ _id, userId }, { $min: { dueAt }, $inc: arrivalChange, ...countChange });
    }
    if (newMessages.length === wantedMessages.length) return;
    const stop = { $set: { active: false, stopped: "backlog", unseen: true } } as const;
    await webhooks.updateOne({ _id, userId, active: true }, stop);
    await active.refresh();
  }

  async function deliverTo(userId: string, messages: readonly CarriedMessage[]): Promise<void> {
    const receivers = await webhooks.find({ userId, active: true }).toArray();
    for (const webhook of receivers) await give(webhook, messages);
    if (receivers.length > 0) alarm.ring();
  }

  function carriers(collection: Carrier["collection"]): mongo.Collection<CarryingDocument> {
    // Safe because both have an owner and can carry messages.
    return collections[collection] as unknown as mongo.Collection<CarryingDocument>;
  }

  async function handOnNow(userId: string, { collection, _id }: Carrier, messages: readonly CarriedMessage[]) {
    await deliverTo(userId, messages);
    const ids = messages.map(({ id }) => id);
    await carriers(collection).updateOne({ _id, userId }, { $pull: { told: { id: { $in: ids } } } });
  }

  const newMessage = ({ noteIds, ...message }: NewMessage): CarriedMessage => {
    return { ...message, noteIds: [...noteIds], at: clock.now() };
  };

  return {
    of: ({ sub }, notices) =>
      messagesOf(notices)
        .filter(({ event }) => active.wants(sub, event))
        .map(newMessage),
    handOn(owner, carrier, messages) {
      if (messages.length === 0) return;
      const work = handOnNow(owner.id, carrier, messages)
        .catch((error) => warn("Messages for webhooks will be handed on later.", error))
        .finally(() => underWay.delete(work));
      underWay.add(work);
    },
    async deliver(owner, messages) {
      if (messages.length > 0) await deliverTo(owner.id, messages.map(newMessage));
    },
    async forgetNote(userId, noteId) {
      if (!active.isKnown(userId)) return;
      const about = { userId, noteIds: noteId };
      const rows = await deliveries.find(about, { projection: { webhookId: 1, dueAt: 1 } }).toArray();
      if (rows.length === 0) return;
      await deliveries.deleteMany(about);
      const waiting = rows.filter(({ dueAt }) => dueAt !== undefined);
      for (const [_id, group] of Map.groupBy(waiting, ({ webhookId }) => webhookId))
        await webhooks.updateOne({ _id, userId }, { $inc: { waiting: -group.length } });
    },
    async sweep() {
      if (!(await takeLease(LEASE))) return;
      for (const collection of ["notes", "links"] as const) {
        const leftFilter = { "told.at": { $lte: clock.now() - LEFT_AFTER_MS } };
        const rows = await carriers(collection)
          .find(leftFilter, { projection: { userId: 1, told: 1 } })
          .limit(AT_ONCE)
          .toArray();
        const living = await owners.subsOf(rows.map(({ userId }) => userId));
        for (const { _id, userId, told = [] } of rows)
          if (living.has(userId)) await handOnNow(userId, { collection, _id }, told);
      }
    },
    async whenIdle() {
      await Promise.all(underWay);
    },
  };
}

/** The change by which a document carries messages, to join its other changes. */
export function carrying(messages: readonly CarriedMessage[]) {
  return messages.length === 0 ? {} : { $push: { told: { $each: [...messages] } } };
}
