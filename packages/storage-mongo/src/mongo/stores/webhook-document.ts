import { DAY_MS, LIMITS, type Attempt, type Delivery, type PlannedEvent } from "@knote/contract";
import {
  attemptsOf,
  FIRST_STANDING,
  type DueDelivery,
  type NewMessage,
  type NewWebhook,
  type StoredWebhook,
} from "@knote/api";
import type { DeliveryDocument, CarriedMessage, WebhookDocument } from "../collections/webhooks.ts";

/** Selects all webhooks, by the index of their ids. */
export const ALL = { _id: { $gt: "" } };

/** The casts of events are safe because only `NewWebhook` and `NewMessage` bring them. */
export function storedWebhook(document: WebhookDocument): StoredWebhook {
  const { _id: id, url, events, payload, name, secret, previous, madeWith, stopped, standing } = document;
  const { waiting, createdAt, updatedAt } = document;
  const fields = { id, url, events: events as PlannedEvent[], payload, name, secret, previous, madeWith, stopped };
  return { ...fields, standing, waiting, createdAt, updatedAt };
}

export function newWebhookDocument(userId: string, slot: number, webhook: NewWebhook): WebhookDocument {
  const { id: _id, events, createdAt, ...rest } = webhook;
  return {
    ...{ _id, userId, slot, ...rest, events: [...events], previous: null, active: true, stopped: null },
    standing: { ...FIRST_STANDING, lastDeliveredAt: null },
    ...{ changes: 0, arrivals: 0, waiting: 0, leaseUntil: 0, createdAt, updatedAt: createdAt },
  };
}

export function deliveryId(webhookId: string, messageId: string): string {
  return `${webhookId} ${messageId}`;
}

/** Returns a delivery of a message to a webhook, due since the message was written. */
export function newDelivery(
  userId: string,
  webhookId: string,
  { id, at, ...message }: CarriedMessage,
): DeliveryDocument {
  const counts = { attempts: 0, step: 0, isResent: false };
  const ids = { _id: deliveryId(webhookId, id), userId, webhookId, messageId: id };
  return { ...ids, ...message, result: "waiting", ...counts, dueAt: at, waitsSince: at, log: [] };
}

export function messageOf(document: DeliveryDocument): NewMessage {
  const { messageId: id, event, timestamp, noteIds, data, detail } = document;
  return { id, event: event as PlannedEvent, timestamp, noteIds, data, detail };
}

export function deliveryOf({
  messageId: id,
  event,
  timestamp,
  result,
  attempts,
  ...times
}: DeliveryDocument): Delivery {
  const iso = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
  const fields = { id, event: event as PlannedEvent, timestamp, result, attempts };
  return { ...fields, next_attempt_at: iso(times.dueAt), ended_at: iso(times.endedAt) };
}

export function dueDeliveryOf(document: DeliveryDocument): DueDelivery {
  const { attempts, step, isResent, dueAt, waitsSince } = document;
  return { message: messageOf(document), attempts, step, isResent, dueAt: dueAt!, waitsSince };
}

/** The change that adds an entry to the log of a delivery. */
export function logging(entry: Attempt | null) {
  if (entry === null) return {};
  const $inc = { attempts: attemptsOf(entry), step: attemptsOf(entry) };
  return { $inc, $push: { log: { $each: [entry], $position: 0, $slice: LIMITS.attemptsLogged } } };
}

/** The change that ends a delivery; the server removes it when its days in the log are over. */
export function ending(result: "delivered" | "failed", endedAt: number) {
  const removeAt = new Date(endedAt + LIMITS.deliveryDays * DAY_MS);
  return { $set: { result, endedAt, removeAt }, $unset: { dueAt: true as const } };
}
