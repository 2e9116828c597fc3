import type { DatabaseSync } from "node:sqlite";
import {
  FAILING_AFTER,
  type Alarm,
  type Clock,
  type OwnedWebhook,
  type WebhookChange,
  type WebhookStore,
} from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import type { Writer } from "../database/writer.ts";
import type { Row } from "./note-row.ts";
import type { UserRows } from "./user-rows.ts";
import { createWebhookLeases, FAIL_WAITING } from "./webhook-leases.ts";
import { createWebhookLog } from "./webhook-log.ts";
import { firstStandingColumns, prepareWebhookInsert, SELECT_WEBHOOKS, webhookRow } from "./webhook-rows.ts";
import { RECOUNT, type MessageWriter } from "./webhook-writes.ts";

interface WebhookStoreDeps {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly messages: MessageWriter;
  readonly alarm: Alarm;
}

export function createWebhookStore({ db, users, writer, clock, messages, alarm }: WebhookStoreDeps): WebhookStore {
  const sql = prepareWebhooks(db);
  const insertRow = prepareWebhookInsert(db);
  /** How many stops there were when `takeStopped` last left none; unknown at first, as an earlier process may have left some. */
  let takenCount = NaN;

  function find(sub: string, id: string): { readonly webhook: number; readonly user: number } | null {
    const user = users.find(sub);
    const row = user === null ? undefined : sql.number.get(user, id);
    return user === null || row === undefined ? null : { user, webhook: row["webhook"] as number };
  }

  const { removeOrphans, ...log } = createWebhookLog({ db, writer, find, ring: alarm.ring });

  function change(webhook: number, { stopped: stopReason, ...changedFields }: WebhookChange): void {
    const columns = { ...columnsOf(changedFields), ...stopColumns(stopReason) };
    const settings = Object.keys(columns).map((name) => `, ${name} = :${name}`);
    db.prepare(
      `UPDATE webhooks SET changes = changes + 1, arrivals = arrivals + 1${settings.join("")} WHERE webhook = :webhook`,
    ).run({ webhook, ...columns });
    if (stopReason !== "gone") return;
    sql.failWaiting.run(clock.now(), webhook);
    sql.recount.run({ webhook });
  }

  const get = (sub: string, id: string) => {
    const row = sql.get.get(users.find(sub), id);
    return row === undefined ? null : webhookRow(row).stored;
  };

  return {
    insert: (sub, webhook, most) =>
      writer.write((batch) => {
        const user = users.ensure(sub);
        if (find(sub, webhook.id) !== null) return true;
        const { count } = sql.count.get(user) as { count: number };
        if (count >= most) return false;
        insertRow(user, webhook);
        batch.afterCommit(messages.forgetWebhooks);
        return true;
      }),
    list: async (sub) => sql.list.all(users.find(sub)).map((row) => webhookRow(row).stored),
    get: async (sub, id) => get(sub, id),
    change: (sub, id, changedFields) =>
      writer.write((batch) => {
        const own = find(sub, id);
        if (own === null) return null;
        change(own.webhook, changedFields);
        batch.afterCommit(messages.forgetWebhooks);
        batch.afterCommit(alarm.ring);
        return get(sub, id);
      }),
    async delete(sub, id) {
      const wasThere = await writer.write((batch) => {
        batch.afterCommit(messages.forgetWebhooks);
        return sql.remove.run(users.find(sub), id).changes > 0;
      });
      if (wasThere) await removeOrphans();
      return wasThere;
    },
    wants: messages.wants,
    add: (sub, newMessages) =>
      writer.write((batch) => {
        const user = users.find(sub);
        if (user !== null) messages.record(batch, { sub, user }, newMessages);
      }),
    ...log,
    ...createWebhookLeases({ db, writer, clock, messages }),
    subscribe: alarm.subscribe,
    async takeStopped(limit) {
      const count = messages.stopCount();
      // The sender asks with every message, and a write waits for the disk.
      if (count === takenCount) return [];
      const takenWebhooks = await writer.write(() => {
        const rows = sql.unseen.all(limit);
        for (const row of rows) sql.see.run(row["webhook"] as number);
        return rows.map(ownedWebhook);
      });
      if (takenWebhooks.length < limit) takenCount = count;
      return takenWebhooks;
    },
    listAll: async ({ limit, after = "" }) => sql.listAll.all(after, limit).map(ownedWebhook),
    async figures() {
      const {
        waiting,
        oldestDue,
        active,
        failing,
        stopped: stopReason,
      } = sql.figures.get({ failing: FAILING_AFTER })! as {
        [Name in "waiting" | "oldestDue" | "active" | "failing" | "stopped"]: number;
      };
      return { waiting, oldestDue, byStanding: { active, failing, stopped: stopReason } };
    },
  };
}

function ownedWebhook(row: Row): OwnedWebhook {
  const { sub, stored } = webhookRow(row);
  return { userId: sub, webhook: stored };
}

/** Returns the columns that a change sets, without those of `stopped`. */
function columnsOf({ url, events, payload, name, secret, previous, updatedAt }: Omit<WebhookChange, "stopped">) {
  return {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events: JSON.stringify(events) }),
    ...(payload !== undefined && { payload }),
    ...(name !== undefined && { name }),
    ...(secret !== undefined && { secret }),
    ...(previous !== undefined && { previous: previous?.sealed ?? null, previous_until: previous?.until ?? null }),
    updated_at: updatedAt,
  };
}

function stopColumns(stopReason: WebhookChange["stopped"]) {
  if (stopReason === undefined) return {};
  return { stopped: stopReason, is_unseen: 0, ...(stopReason === null && firstStandingColumns()) };
}

function prepareWebhooks(db: DatabaseSync) {
  return {
    number: db.prepare("SELECT webhook FROM webhooks WHERE user = ? AND id = ?"),
    count: db.prepare("SELECT count(*) AS count FROM webhooks WHERE user = ?"),
    get: db.prepare(`${SELECT_WEBHOOKS} WHERE w.user = ? AND w.id = ?`),
    list: db.prepare(`${SELECT_WEBHOOKS} WHERE w.user = ? ORDER BY w.id`),
    listAll: db.prepare(`${SELECT_WEBHOOKS} WHERE w.id > ? ORDER BY w.id ${BOUND_LIMIT}`),
    remove: db.prepare("DELETE FROM webhooks WHERE user = ? AND id = ?"),
    unseen: db.prepare(`${SELECT_WEBHOOKS} WHERE w.is_unseen = 1 ${BOUND_LIMIT}`),
    see: db.prepare("UPDATE webhooks SET is_unseen = 0 WHERE webhook = ?"),
    failWaiting: db.prepare(FAIL_WAITING),
    recount: db.prepare(RECOUNT),
    figures: db.prepare(
      `SELECT coalesce(sum(waiting), 0) AS waiting,
         min(due_at) FILTER (WHERE stopped IS NULL AND failures < :failing) AS oldestDue,
         count(*) FILTER (WHERE stopped IS NULL AND failures < :failing) AS active,
         count(*) FILTER (WHERE stopped IS NULL AND failures >= :failing) AS failing,
         count(*) FILTER (WHERE stopped IS NOT NULL) AS stopped FROM webhooks`,
    ),
  };
}
