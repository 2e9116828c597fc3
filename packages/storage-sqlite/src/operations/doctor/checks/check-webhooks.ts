import type { DatabaseSync } from "node:sqlite";
import { problemOf, type Check } from "../check.ts";
import { inTransaction } from "../../../database/in-transaction.ts";
import type { Row } from "../../../stores/note-row.ts";
import { RECOUNT } from "../../../stores/webhook-writes.ts";

const ORPHANS = `
  SELECT d.webhook, d.message, m.id AS example FROM webhook_deliveries d
  LEFT JOIN webhooks w USING (webhook) LEFT JOIN webhook_messages m ON m.message = d.message
  WHERE w.user IS NOT d.user OR m.user IS NOT d.user`;

const MISDATED_DELIVERIES = `
  SELECT m.id AS example FROM webhook_deliveries d JOIN webhook_messages m USING (message)
  WHERE d.result NOT IN ('waiting', 'delivered', 'failed') OR (d.result = 'waiting') <> (d.due_at IS NOT NULL)
    OR (d.result = 'waiting') = (d.ended_at IS NOT NULL)`;

const MISCOUNTED_WEBHOOKS = `
  SELECT w.webhook, w.id AS example FROM webhooks w LEFT JOIN
    (SELECT webhook, count(*) AS waiting, min(due_at) AS due_at FROM webhook_deliveries WHERE result = 'waiting' GROUP BY webhook) d
    USING (webhook)
  WHERE w.waiting <> coalesce(d.waiting, 0) OR w.due_at IS NOT d.due_at`;

const UNSENT = `
  SELECT m.message, m.id AS example FROM webhook_messages m
  WHERE NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.message = m.message)`;

export const checkWebhooks: Check = {
  name: "webhooks",
  sound: "every delivery has its message and its webhook, and every webhook counts what waits for it",
  find: ({ db }) => [
    ...problemOf("deliveries without their message or webhook", db.prepare(ORPHANS).all(), removeDeliveries),
    ...problemOf("deliveries whose times do not fit their results", db.prepare(MISDATED_DELIVERIES).all()),
    ...problemOf("messages that no webhook was given", db.prepare(UNSENT).all(), removeMessages),
    ...problemOf("webhooks with wrong counters of what waits", db.prepare(MISCOUNTED_WEBHOOKS).all(), recount),
  ],
};

/** Also removes the messages that are left without any delivery, and counts anew what waits. */
function removeDeliveries(db: DatabaseSync, rows: readonly Row[]): void {
  const remove = db.prepare("DELETE FROM webhook_deliveries WHERE webhook = ? AND message = ?");
  inTransaction(db, () => {
    for (const row of rows) remove.run(row["webhook"] as number, row["message"] as number);
    deleteMessages(db, db.prepare(UNSENT).all());
    count(db, db.prepare(MISCOUNTED_WEBHOOKS).all());
  });
}

function removeMessages(db: DatabaseSync, rows: readonly Row[]): void {
  inTransaction(db, () => deleteMessages(db, rows));
}

function recount(db: DatabaseSync, rows: readonly Row[]): void {
  inTransaction(db, () => count(db, rows));
}

function deleteMessages(db: DatabaseSync, rows: readonly Row[]): void {
  const remove = db.prepare("DELETE FROM webhook_messages WHERE message = ?");
  for (const row of rows) remove.run(row["message"] as number);
}

function count(db: DatabaseSync, rows: readonly Row[]): void {
  const update = db.prepare(RECOUNT);
  for (const row of rows) update.run({ webhook: row["webhook"] as number });
}
