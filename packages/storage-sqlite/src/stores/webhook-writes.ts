import type { DatabaseSync } from "node:sqlite";
import { LIMITS, type PlannedEvent } from "@knote/contract";
import type { Alarm, Clock, NewMessage } from "@knote/api";
import type { Batch } from "../database/batch.ts";
import type { DataVersion } from "../database/data-version.ts";

/** Writes messages in the transaction of the change that they report. */
export interface MessageWriter {
  /** Whether an active webhook of the user wants the event. */
  wants(sub: string, event: PlannedEvent): boolean;
  record(batch: Batch, owner: { readonly sub: string; readonly user: number }, messages: readonly NewMessage[]): void;
  /** Removes the messages that tell of a note, with their deliveries. Call it within a write. */
  forgetNote(user: number, noteId: string): void;
  /** Looks anew which webhooks there are. */
  forgetWebhooks(): void;
  /** How many webhooks it has stopped since this process began, as too much waited for them. */
  stopCount(): number;
}

interface MessageWriterDeps {
  readonly db: DatabaseSync;
  readonly dataVersion: DataVersion;
  readonly alarm: Alarm;
  readonly clock: Clock;
}

interface ActiveWebhook {
  readonly webhook: number;
  readonly events: ReadonlySet<string>;
}

/**
 * Remembers all active webhooks until one changes, here or by another process, so that users without webhooks cost
 * nothing. The rows decide in the end: a memory that is behind gives nothing to a webhook that is stopped or gone.
 */
export function createMessageWriter({ db, dataVersion, alarm, clock }: MessageWriterDeps): MessageWriter {
  const sql = prepareWrites(db);
  let activeBySub: Map<string, ActiveWebhook[]> | null = null;
  let readVersion = NaN;
  let stopCount = 0;

  function activeOf(sub: string): readonly ActiveWebhook[] {
    const version = dataVersion();
    if (activeBySub === null || version !== readVersion) {
      activeBySub = readActive();
      readVersion = version;
    }
    return activeBySub.get(sub) ?? [];
  }

  function readActive(): Map<string, ActiveWebhook[]> {
    const bySub = new Map<string, ActiveWebhook[]>();
    for (const row of sql.active.all()) {
      const sub = row["sub"] as string;
      const events = new Set(JSON.parse(row["events"] as string) as string[]);
      bySub.set(sub, [...(bySub.get(sub) ?? []), { webhook: row["webhook"] as number, events }]);
    }
    return bySub;
  }

  const forgetWebhooks = () => void (activeBySub = null);

  function countStop(): void {
    stopCount++;
    forgetWebhooks();
  }

  /** Returns whether the webhook takes one more delivery; stops one for which too much waits. */
  function accepts(batch: Batch, webhook: number, now: number): boolean {
    if (sql.accept.run(now, now, webhook, LIMITS.deliveriesWaiting).changes > 0) return true;
    if (sql.stop.run(webhook, LIMITS.deliveriesWaiting).changes > 0) batch.afterCommit(countStop);
    return false;
  }

  return {
    wants: (sub, event) => activeOf(sub).some(({ events }) => events.has(event)),
    forgetWebhooks,
    stopCount: () => stopCount,
    record(batch, { sub, user }, messages) {
      if (messages.length === 0) return;
      const active = activeOf(sub);
      const now = clock.now();
      for (const { id, event, timestamp, noteIds, data, detail } of messages) {
        const receivers = active.filter(({ webhook, events }) => events.has(event) && accepts(batch, webhook, now));
        if (receivers.length === 0) continue;
        const [note = null, other = null] = noteIds;
        const { lastInsertRowid } = sql.insertMessage.run(user, id, event, timestamp, note, other, data, detail);
        for (const { webhook } of receivers) sql.insertDelivery.run(webhook, lastInsertRowid, user, now, now);
      }
      if (active.length > 0) batch.afterCommit(alarm.ring);
    },
    forgetNote(user, noteId) {
      const messages = sql.messagesOf.all({ user, noteId });
      if (messages.length === 0) return;
      const webhooks = new Set<number>();
      for (const { message } of messages as { message: number }[]) {
        for (const row of sql.removeDeliveries.all(message)) webhooks.add(row["webhook"] as number);
        sql.removeMessage.run(message);
      }
      for (const webhook of webhooks) sql.recount.run({ webhook });
    },
  };
}

/** Sets the counters of a webhook from its deliveries. */
export const RECOUNT = `UPDATE webhooks SET
  waiting = (SELECT count(*) FROM webhook_deliveries d WHERE d.webhook = :webhook AND d.result = 'waiting'),
  due_at = (SELECT min(d.due_at) FROM webhook_deliveries d WHERE d.webhook = :webhook AND d.result = 'waiting')
  WHERE webhook = :webhook`;

function prepareWrites(db: DatabaseSync) {
  return {
    active: db.prepare(
      "SELECT u.sub, w.webhook, w.events FROM webhooks w JOIN users u USING (user) WHERE stopped IS NULL",
    ),
    accept: db.prepare(
      `UPDATE webhooks SET waiting = waiting + 1, arrivals = arrivals + 1, due_at = min(coalesce(due_at, ?), ?)
       WHERE webhook = ? AND stopped IS NULL AND waiting < ?`,
    ),
    stop: db.prepare(
      "UPDATE webhooks SET stopped = 'backlog', is_unseen = 1 WHERE webhook = ? AND stopped IS NULL AND waiting >= ?",
    ),
    insertMessage: db.prepare(
      `INSERT INTO webhook_messages (user, id, event, timestamp, note, other, data, detail)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    insertDelivery: db.prepare(
      "INSERT INTO webhook_deliveries (webhook, message, user, result, due_at, waits_since) VALUES (?, ?, ?, 'waiting', ?, ?)",
    ),
    messagesOf: db.prepare(
      `SELECT message FROM webhook_messages WHERE user = :user AND note = :noteId
       UNION SELECT message FROM webhook_messages WHERE user = :user AND other = :noteId`,
    ),
    removeDeliveries: db.prepare("DELETE FROM webhook_deliveries WHERE message = ? RETURNING webhook"),
    removeMessage: db.prepare("DELETE FROM webhook_messages WHERE message = ?"),
    recount: db.prepare(RECOUNT),
  };
}
