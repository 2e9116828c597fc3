import type { DatabaseSync } from "node:sqlite";
import { LIMITS } from "@knote/contract";
import { EVENT_RETENTION_MS, eventsOf, messagesOf, type ActivityLog, type Clock, type Notice } from "@knote/api";
import type { Batch } from "../database/batch.ts";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import type { Writer } from "../database/writer.ts";
import type { EventFeeds } from "./event-feeds.ts";
import type { EventIds } from "./event-ids.ts";
import { numberedEvent, storedEvent } from "./numbered-event.ts";
import type { UserRows } from "./user-rows.ts";
import type { MessageWriter } from "./webhook-writes.ts";

/** Writes notices in the transaction of the change that they report. */
export interface EventWriter {
  /** `lastSeq` is the user's event counter, which the events of the notices have already advanced. */
  record(
    batch: Batch,
    owner: { readonly sub: string; readonly user: number },
    notices: readonly Notice[],
    lastSeq: number,
  ): void;
}

interface ActivityLogDeps {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly writer: Writer;
  readonly feeds: EventFeeds;
  readonly ids: EventIds;
  readonly clock: Clock;
}

interface EventWriterDeps extends Omit<ActivityLogDeps, "users" | "writer"> {
  readonly messages: Pick<MessageWriter, "record">;
}

export function createEventWriter({ db, feeds, ids, clock, messages }: EventWriterDeps): EventWriter {
  const insert = db.prepare("INSERT INTO events (user, seq, at, data) VALUES (?, ?, ?, ?)");
  const trim = db.prepare("DELETE FROM events WHERE user = ? AND seq <= ?");
  return {
    record(batch, { sub, user }, notices, lastSeq) {
      messages.record(batch, { sub, user }, messagesOf(notices));
      const events = eventsOf(notices);
      if (events.length === 0) return;
      const at = clock.now();
      const first = lastSeq - events.length + 1;
      const numberedEvents = events.map((event, index) => numberedEvent(ids, user, first + index, event));
      for (const { seq, loggedEvent } of numberedEvents) insert.run(user, seq, at, JSON.stringify(loggedEvent.event));
      trim.run(user, lastSeq - LIMITS.replayEvents);
      batch.afterCommit(() => feeds.deliver(sub, numberedEvents));
    },
  };
}

export function createActivityLog(
  { db, users, writer, feeds, ids, clock }: ActivityLogDeps,
  eventWriter: EventWriter,
): ActivityLog {
  const isKept = db.prepare("SELECT 1 FROM events WHERE user = ? AND seq = ? AND at > ?");
  const after = db.prepare("SELECT seq, data FROM events WHERE user = ? AND seq > ? AND at > ? ORDER BY seq");
  const newest = db.prepare(`SELECT seq, data FROM events WHERE user = ? AND at > ? ORDER BY seq DESC ${BOUND_LIMIT}`);
  const oldest = () => clock.now() - EVENT_RETENTION_MS;
  return {
    async append(sub, events) {
      await writer.write((batch) => {
        const user = users.ensure(sub);
        const notices = events.map((event) => ({ event }));
        eventWriter.record(batch, { sub, user }, notices, users.advance(user, { events: events.length }).eventSeq);
      });
    },
    async replay(sub, afterId) {
      const user = users.find(sub);
      if (user === null) return [];
      const seq = ids.seqIn(user, afterId);
      const isReplayable = seq !== null && isKept.get(user, seq, oldest()) !== undefined;
      return after.all(user, isReplayable ? seq : 0, oldest()).map((row) => storedEvent(ids, user, row).loggedEvent);
    },
    async latest(sub, limit) {
      const user = users.find(sub);
      return user === null
        ? []
        : newest.all(user, oldest(), limit).map((row) => storedEvent(ids, user, row).loggedEvent);
    },
    subscribe: feeds.subscribe,
  };
}
