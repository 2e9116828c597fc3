import type { DatabaseSync } from "node:sqlite";
import { LIMITS } from "@knote/contract";
import {
  attemptsOf,
  type Clock,
  type DeliveryOutcome,
  type LeasedWebhook,
  type SettledStanding,
  type WebhookStore,
} from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import type { Writer } from "../database/writer.ts";
import { dueDeliveryOf, logOf, MESSAGE_COLUMNS, SELECT_WEBHOOKS, webhookRow, type WebhookRow } from "./webhook-rows.ts";
import { RECOUNT, type MessageWriter } from "./webhook-writes.ts";

interface WebhookLeasesDeps {
  readonly db: DatabaseSync;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly messages: MessageWriter;
}

interface Lease {
  readonly token: string;
  readonly until: number;
}

/** Leases are this process's own: nobody else sends from its data, as the lock of the data sees to that. */
export function createWebhookLeases({
  db,
  writer,
  clock,
  messages,
}: WebhookLeasesDeps): Pick<WebhookStore, "lease" | "renew" | "due" | "settle" | "release" | "nextDue"> {
  const sql = prepareLeases(db);
  const leases = new Map<number, Lease>();
  let lastToken = 0;

  const isLeased = (webhook: number, now: number) => (leases.get(webhook)?.until ?? -Infinity) > now;

  /** Returns the webhook as it is now; null when it is gone. */
  function present({ userId, webhook }: LeasedWebhook): WebhookRow | null {
    const row = sql.find.get(userId, webhook.id);
    return row === undefined ? null : webhookRow(row);
  }

  function leaseOf(row: Pick<WebhookRow, "webhook"> | null, { lease }: LeasedWebhook): Lease | null {
    const heldLease = row && leases.get(row.webhook);
    return heldLease?.token === lease ? heldLease : null;
  }

  /** Returns whether the delivery has ended with it. */
  function keepOutcome(webhook: number, user: number, { messageId, attempt, next }: DeliveryOutcome): boolean {
    const row = sql.waitingDelivery.get(webhook, user, messageId);
    if (row === undefined) return false;
    const log = attempt === null ? logOf(row) : [attempt, ...logOf(row)].slice(0, LIMITS.attemptsLogged);
    const dueAt = "dueAt" in next ? next.dueAt : null;
    const endedAt = "endedAt" in next ? next.endedAt : null;
    const attempts = attemptsOf(attempt);
    const message = row["message"] as number;
    sql.settle.run(next.result, attempts, attempts, dueAt, endedAt, JSON.stringify(log), webhook, message);
    return endedAt !== null;
  }

  function keepStanding(webhook: number, { stops, ...standing }: SettledStanding): void {
    const { failures, failingSince, isNotified, notBefore, window, isQuick, lastDeliveredAt } = standing;
    sql.stand.run(
      ...[failures, failingSince, Number(isNotified), notBefore, window, Number(isQuick), lastDeliveredAt],
      ...[stops, webhook],
    );
    if (stops !== "gone") return;
    sql.failWaiting.run(clock.now(), webhook);
    sql.recount.run({ webhook });
  }

  return {
    async lease(limit, now, until) {
      const newLeases: LeasedWebhook[] = [];
      for (const row of sql.due.iterate(now, now)) {
        const webhook = row["webhook"] as number;
        if (isLeased(webhook, now)) continue;
        const lease = { token: String(++lastToken), until };
        leases.set(webhook, lease);
        newLeases.push(leasedView(webhookRow(sql.whole.get(webhook)!), lease));
        if (newLeases.length === limit) break;
      }
      return newLeases;
    },
    async renew(webhooks, until) {
      return webhooks.flatMap((leasedWebhook) => {
        const row = present(leasedWebhook);
        const heldLease = leaseOf(row, leasedWebhook);
        if (row === null || heldLease === null) return [];
        const lease = { token: heldLease.token, until };
        leases.set(row.webhook, lease);
        return leasedView(row, lease);
      });
    },
    async due({ userId, webhook }, now, { limit, untriedFirst = false }) {
      const row = sql.find.get(userId, webhook.id);
      if (row === undefined) return [];
      const page = untriedFirst ? sql.untriedFirst : sql.longestDue;
      return page.all(row["webhook"] as number, now, limit).map(dueDeliveryOf);
    },
    async settle(leasedWebhook, outcomes, standing) {
      const settledRow = await writer.write((batch) => {
        const row = sql.numbers.get(leasedWebhook.userId, leasedWebhook.webhook.id);
        if (row === undefined) return null;
        const [webhook, user] = [row["webhook"] as number, row["user"] as number];
        const endedCount = outcomes.filter((outcome) => keepOutcome(webhook, user, outcome)).length;
        sql.end.run(endedCount, webhook, webhook);
        const isHeld = leaseOf({ webhook }, leasedWebhook) !== null;
        if (isHeld && row["changes"] === leasedWebhook.changes) {
          keepStanding(webhook, standing);
          if (standing.stops !== null) batch.afterCommit(messages.forgetWebhooks);
        }
        return present(leasedWebhook);
      });
      const lease = leaseOf(settledRow, leasedWebhook);
      return settledRow === null || lease === null ? null : leasedView(settledRow, lease);
    },
    async release(leasedWebhook) {
      const row = present(leasedWebhook);
      const lease = leaseOf(row, leasedWebhook);
      if (row === null || lease === null) return null;
      if (row.arrivals !== leasedWebhook.arrivals) return leasedView(row, lease);
      leases.delete(row.webhook);
      return null;
    },
    async nextDue() {
      const now = clock.now();
      let next = Infinity;
      for (const row of sql.byDue.iterate()) {
        const [dueAt, notBefore] = [row["due_at"] as number, row["not_before"] as number];
        if (dueAt >= next) break;
        if (!isLeased(row["webhook"] as number, now)) next = Math.min(next, Math.max(dueAt, notBefore));
      }
      return next === Infinity ? null : next;
    },
  };
}

function leasedView({ sub, stored, changes, arrivals }: Omit<WebhookRow, "webhook">, lease: Lease): LeasedWebhook {
  return { userId: sub, webhook: stored, lease: lease.token, until: lease.until, changes, arrivals };
}

function prepareLeases(db: DatabaseSync) {
  const due = `SELECT ${MESSAGE_COLUMNS}, d.attempts, d.step, d.is_resent, d.due_at, d.waits_since
    FROM webhook_deliveries d JOIN webhook_messages m USING (message)
    WHERE d.webhook = ? AND d.result = 'waiting' AND d.due_at <= ?`;
  return {
    find: db.prepare(`${SELECT_WEBHOOKS} WHERE u.sub = ? AND w.id = ?`),
    numbers: db.prepare(
      "SELECT w.webhook, w.user, w.changes FROM webhooks w JOIN users u USING (user) WHERE u.sub = ? AND w.id = ?",
    ),
    // Only the number: most of the first are leased already.
    due: db.prepare(
      `SELECT webhook FROM webhooks WHERE stopped IS NULL AND due_at IS NOT NULL AND due_at <= ? AND not_before <= ?
       ORDER BY due_at, webhook`,
    ),
    whole: db.prepare(`${SELECT_WEBHOOKS} WHERE w.webhook = ?`),
    byDue: db.prepare(
      "SELECT webhook, due_at, not_before FROM webhooks WHERE stopped IS NULL AND due_at IS NOT NULL ORDER BY due_at",
    ),
    longestDue: db.prepare(`${due} ORDER BY d.due_at, d.message ${BOUND_LIMIT}`),
    untriedFirst: db.prepare(`${due} ORDER BY d.attempts > 0, d.due_at, d.message ${BOUND_LIMIT}`),
    waitingDelivery: db.prepare(
      `SELECT d.message, d.log FROM webhook_messages m JOIN webhook_deliveries d USING (message)
       WHERE d.webhook = ? AND m.user = ? AND m.id = ? AND d.result = 'waiting'`,
    ),
    settle: db.prepare(
      `UPDATE webhook_deliveries SET result = ?, attempts = attempts + ?, step = step + ?, due_at = ?, ended_at = ?, log = ?
       WHERE webhook = ? AND message = ?`,
    ),
    stand: db.prepare(
      `UPDATE webhooks SET failures = ?, failing_since = ?, is_notified = ?, not_before = ?, window = ?, is_quick = ?,
       last_delivered_at = ?, stopped = coalesce(?, stopped) WHERE webhook = ?`,
    ),
    // Does not count what waits: that can be 10,000.
    end: db.prepare(
      `UPDATE webhooks SET waiting = waiting - ?, due_at =
         (SELECT min(due_at) FROM webhook_deliveries WHERE webhook = ? AND result = 'waiting') WHERE webhook = ?`,
    ),
    failWaiting: db.prepare(FAIL_WAITING),
    recount: db.prepare(RECOUNT),
  };
}

/** Ends what waits for a webhook. */
export const FAIL_WAITING =
  "UPDATE webhook_deliveries SET result = 'failed', due_at = NULL, ended_at = ? WHERE webhook = ? AND result = 'waiting'";
