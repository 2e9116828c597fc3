import type { DatabaseSync } from "node:sqlite";
import type { Attempt, Delivery, DeliveryResult, Payload, PlannedEvent, StopReason } from "@knote/contract";
import { FIRST_STANDING, type DueDelivery, type NewMessage, type NewWebhook, type StoredWebhook } from "@knote/api";
import type { Row } from "./note-row.ts";

/** A webhook with what its row has besides. */
export interface WebhookRow {
  /** Its number, which deliveries refer to. */
  readonly webhook: number;
  readonly user: number;
  /** The user's `sub`. */
  readonly sub: string;
  readonly changes: number;
  readonly arrivals: number;
  readonly stored: StoredWebhook;
}

/** Selects what `webhookRow` needs. */
export const SELECT_WEBHOOKS = "SELECT w.*, u.sub FROM webhooks w JOIN users u USING (user)";

/** Selects what `messageOf` and `deliveryOf` need. */
export const MESSAGE_COLUMNS = "m.id, m.event, m.timestamp, m.note, m.other, m.data, m.detail";

/** The casts are safe because only the store of webhooks writes these columns. */
export function webhookRow(row: Row): WebhookRow {
  const text = (name: string) => row[name] as string;
  const number = (name: string) => row[name] as number;
  const orNull = (name: string) => row[name] as number | null;
  const previous = row["previous"] as string | null;
  return {
    ...{ webhook: number("webhook"), user: number("user"), sub: text("sub") },
    ...{ changes: number("changes"), arrivals: number("arrivals") },
    stored: {
      ...{ id: text("id"), url: text("url"), name: text("name"), secret: text("secret") },
      events: JSON.parse(text("events")) as PlannedEvent[],
      payload: row["payload"] as Payload,
      madeWith: text("made_with"),
      createdAt: number("created_at"),
      updatedAt: number("updated_at"),
      previous: previous === null ? null : { sealed: previous, until: number("previous_until") },
      stopped: row["stopped"] as StopReason | null,
      standing: {
        ...{ failures: number("failures"), failingSince: orNull("failing_since") },
        ...{ isNotified: row["is_notified"] === 1, notBefore: number("not_before") },
        ...{ window: number("window"), isQuick: row["is_quick"] === 1 },
        lastDeliveredAt: orNull("last_delivered_at"),
      },
      waiting: number("waiting"),
    },
  };
}

export function messageOf(row: Row): NewMessage {
  const noteIds = [row["note"], row["other"]].filter((id) => id !== null) as string[];
  const [id, timestamp] = [row["id"] as string, row["timestamp"] as string];
  const [data, detail] = [row["data"] as string, row["detail"] as string];
  return { id, event: row["event"] as PlannedEvent, timestamp, noteIds, data, detail };
}

export function deliveryOf(row: Row): Delivery {
  return {
    id: row["id"] as string,
    event: row["event"] as PlannedEvent,
    timestamp: row["timestamp"] as string,
    result: row["result"] as DeliveryResult,
    attempts: row["attempts"] as number,
    next_attempt_at: isoOf(row["due_at"] as number | null),
    ended_at: isoOf(row["ended_at"] as number | null),
  };
}

export function dueDeliveryOf(row: Row): DueDelivery {
  return {
    message: messageOf(row),
    attempts: row["attempts"] as number,
    step: row["step"] as number,
    isResent: row["is_resent"] === 1,
    dueAt: row["due_at"] as number,
    waitsSince: row["waits_since"] as number,
  };
}

export function logOf(row: Row): Attempt[] {
  return JSON.parse(row["log"] as string) as Attempt[];
}

/** Prepares a statement that inserts a webhook of a user. */
export function prepareWebhookInsert(db: DatabaseSync): (user: number, webhook: NewWebhook) => void {
  const insert = db.prepare(
    `INSERT INTO webhooks (user, id, url, events, payload, name, secret, made_with, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (user, { id, url, events, payload, name, secret, madeWith, createdAt }) =>
    void insert.run(user, id, url, JSON.stringify(events), payload, name, secret, madeWith, createdAt, createdAt);
}

/** The columns that starting a webhook sets. */
export function firstStandingColumns(): Readonly<Record<string, number | null>> {
  const { failures, failingSince, isNotified, notBefore, window, isQuick } = FIRST_STANDING;
  return {
    ...{ failures, failing_since: failingSince, is_notified: Number(isNotified), not_before: notBefore },
    ...{ window, is_quick: Number(isQuick) },
  };
}

function isoOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
