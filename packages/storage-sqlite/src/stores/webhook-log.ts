import type { DatabaseSync } from "node:sqlite";
import { LIMITS } from "@knote/contract";
import { expiredEntry, type ResendSelection, type WebhookStore } from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import type { Writer } from "../database/writer.ts";
import type { Row } from "./note-row.ts";
import { deliveryOf, logOf, MESSAGE_COLUMNS, messageOf } from "./webhook-rows.ts";
import { RECOUNT } from "./webhook-writes.ts";

/** Deliveries that one write removes or fails. */
const AT_ONCE = 500;

interface WebhookLogDeps {
  readonly db: DatabaseSync;
  readonly writer: Writer;
  /** Returns the numbers of the user's webhook and of the user; null when there is none. */
  readonly find: (sub: string, id: string) => { readonly webhook: number; readonly user: number } | null;
  readonly ring: () => void;
}

export interface WebhookLog extends Pick<WebhookStore, "deliveries" | "delivery" | "resend" | "tidy"> {
  /** Removes the deliveries of webhooks that are gone, in small writes. */
  removeOrphans(): Promise<boolean>;
}

/** Deliveries for their owner, and what keeps their number small. */
export function createWebhookLog({ db, writer, find, ring }: WebhookLogDeps): WebhookLog {
  const sql = prepareLog(db);

  /** Returns the numbers of the messages; of a range those whose deliveries have ended. */
  function toResend(webhook: number, user: number, which: ResendSelection): Row[] {
    if ("messageId" in which) return sql.one.all(user, which.messageId, webhook);
    return sql.range.all(which.since, which.until, webhook, which.result, LIMITS.deliveriesResent + 1);
  }

  function remove(rows: readonly Row[]): void {
    for (const row of rows) {
      const message = row["message"] as number;
      sql.remove.run(row["webhook"] as number, message);
      sql.removeMessage.run(message, message);
    }
  }

  function expire(webhook: number, row: Row, now: number): void {
    const log = [expiredEntry(row["attempts"] as number, now), ...logOf(row)].slice(0, LIMITS.attemptsLogged);
    sql.expire.run(now, JSON.stringify(log), webhook, row["message"] as number);
  }

  /** Repeats a write until it finds nothing to do. Returns whether it ever did. */
  async function untilDone(work: () => number): Promise<boolean> {
    let isChanged = false;
    for (let count = AT_ONCE; count === AT_ONCE;) {
      count = await writer.write(work);
      isChanged ||= count > 0;
    }
    return isChanged;
  }

  const removeAll = (rows: () => Row[]) =>
    untilDone(() => {
      const batchRows = rows();
      remove(batchRows);
      return batchRows.length;
    });

  const removeOrphans = () => removeAll(() => sql.orphans.all(AT_ONCE));

  return {
    removeOrphans,
    async deliveries(sub, id, { result = null, event = null, since = null, until = null }, { limit, after = null }) {
      const own = find(sub, id);
      if (own === null) return { deliveries: [], next: null };
      const filter = { result, event, since, until, after, webhook: own.webhook, user: own.user };
      const rows = sql.list.all({ ...filter, limit: limit + 1 });
      const deliveries = rows.slice(0, limit).map(deliveryOf);
      return { deliveries, next: rows.length > limit ? deliveries.at(-1)!.id : null };
    },
    async delivery(sub, id, messageId) {
      const own = find(sub, id);
      const row = own && sql.detail.get(own.user, messageId, own.webhook);
      if (!row) return null;
      return { delivery: deliveryOf(row), message: messageOf(row), log: logOf(row) };
    },
    resend: (sub, id, which, now) =>
      writer.write((batch) => {
        const own = find(sub, id);
        if (own === null) return 0;
        const rows = toResend(own.webhook, own.user, which);
        if (rows.some((row) => row["result"] === "waiting")) return "waiting";
        const { waiting } = sql.waiting.get(own.webhook) as { waiting: number };
        const isTooMany = rows.length > LIMITS.deliveriesResent || waiting + rows.length > LIMITS.deliveriesWaiting;
        if (isTooMany) return "too-many";
        for (const row of rows) sql.resend.run(now, now, own.webhook, row["message"] as number);
        sql.recount.run({ webhook: own.webhook });
        sql.arrive.run(rows.length, own.webhook);
        batch.afterCommit(ring);
        return rows.length;
      }),
    async tidy({ now, waitingSince, endedBefore, mostEnded }) {
      let isChanged = await removeOrphans();
      for (const webhook of sql.webhooks.all().map((row) => row["webhook"] as number)) {
        const hasExpired = await untilDone(() => {
          const rows = sql.overdue.all(webhook, waitingSince, AT_ONCE);
          for (const row of rows) expire(webhook, row, now);
          if (rows.length > 0) sql.recount.run({ webhook });
          return rows.length;
        });
        const hasOld = await removeAll(() => sql.old.all(webhook, endedBefore, AT_ONCE));
        const hasMany = await removeAll(() => sql.beyond.all(webhook, mostEnded, AT_ONCE));
        isChanged ||= hasExpired || hasOld || hasMany;
      }
      return isChanged;
    },
  };
}

function prepareLog(db: DatabaseSync) {
  const delivery = `${MESSAGE_COLUMNS}, d.result, d.attempts, d.due_at, d.ended_at`;
  return {
    // CROSS JOIN keeps the order of the index of messages: newest first, without sorting.
    list: db.prepare(
      `SELECT ${delivery} FROM webhook_messages m CROSS JOIN webhook_deliveries d
         ON d.webhook = :webhook AND d.message = m.message
       WHERE m.user = :user AND (:after IS NULL OR m.id < :after) AND (:result IS NULL OR d.result = :result)
         AND (:event IS NULL OR m.event = :event) AND (:since IS NULL OR m.timestamp >= :since)
         AND (:until IS NULL OR m.timestamp < :until)
       ORDER BY m.id DESC LIMIT :limit + 0`,
    ),
    detail: db.prepare(
      `SELECT ${delivery}, d.log FROM webhook_messages m JOIN webhook_deliveries d USING (message)
       WHERE m.user = ? AND m.id = ? AND d.webhook = ?`,
    ),
    one: db.prepare(
      `SELECT d.message, d.result FROM webhook_messages m JOIN webhook_deliveries d USING (message)
       WHERE m.user = ? AND m.id = ? AND d.webhook = ?`,
    ),
    range: db.prepare(
      `SELECT d.message, d.result FROM webhook_deliveries d JOIN webhook_messages m USING (message)
       WHERE m.timestamp >= ? AND m.timestamp < ? AND d.webhook = ? AND d.result <> 'waiting'
         AND ?4 IN ('all', d.result) LIMIT ?5 + 0`,
    ),
    waiting: db.prepare("SELECT waiting FROM webhooks WHERE webhook = ?"),
    resend: db.prepare(
      `UPDATE webhook_deliveries SET result = 'waiting', step = 0, is_resent = 1, due_at = ?, waits_since = ?, ended_at = NULL
       WHERE webhook = ? AND message = ?`,
    ),
    arrive: db.prepare("UPDATE webhooks SET arrivals = arrivals + ? WHERE webhook = ?"),
    recount: db.prepare(RECOUNT),
    webhooks: db.prepare("SELECT webhook FROM webhooks"),
    orphans: db.prepare(
      `SELECT webhook, message FROM webhook_deliveries WHERE webhook NOT IN (SELECT webhook FROM webhooks) ${BOUND_LIMIT}`,
    ),
    overdue: db.prepare(
      `SELECT message, attempts, log FROM webhook_deliveries
       WHERE webhook = ? AND result = 'waiting' AND waits_since < ? ${BOUND_LIMIT}`,
    ),
    expire: db.prepare(
      `UPDATE webhook_deliveries SET result = 'failed', due_at = NULL, ended_at = ?, log = ?
       WHERE webhook = ? AND message = ?`,
    ),
    old: db.prepare(
      `SELECT webhook, message FROM webhook_deliveries
       WHERE webhook = ? AND result <> 'waiting' AND ended_at < ? ${BOUND_LIMIT}`,
    ),
    beyond: db.prepare(
      `SELECT webhook, message FROM (SELECT webhook, message FROM webhook_deliveries
         WHERE webhook = ? AND result <> 'waiting' ORDER BY ended_at DESC, message DESC LIMIT -1 OFFSET ? + 0) ${BOUND_LIMIT}`,
    ),
    remove: db.prepare("DELETE FROM webhook_deliveries WHERE webhook = ? AND message = ?"),
    removeMessage: db.prepare(
      `DELETE FROM webhook_messages WHERE message = ? AND NOT EXISTS
         (SELECT 1 FROM webhook_deliveries WHERE message = ?)`,
    ),
  };
}
