import { type ActivityEvent, DAY_MS, LIMITS } from "@knote/contract";
import type { Clock, LoggedEvent } from "@knote/api";
import { createHash } from "node:crypto";
import type { KeyedEvent } from "../ports/event-outbox.ts";
import type { RedisLine } from "./redis-line.ts";

const KEPT_MS = LIMITS.replayDays * DAY_MS;
/** Remembered keys of events, so that an event that is sent again is not logged again. */
const KNOWN_KEYS = 2 * LIMITS.replayEvents;
const FIELD = "event";
const ID = /^(\d{1,15})-(\d{1,15})(?:-[0-9a-f]{8})?$/;

/** A position in a stream, compared by number, as ids have no fixed width. */
export type Place = readonly [ms: number, sequence: number];

/** Each user's events in a Redis stream of their own. */
export interface EventStream {
  /** Appends all events or none, leaving out those whose key is known. */
  append(userId: string, events: readonly KeyedEvent[]): Promise<void>;
  replay(userId: string, afterId: string | null): Promise<LoggedEvent[]>;
  latest(userId: string, limit: number): Promise<LoggedEvent[]>;
  /** Reads up to `limit` events after the place, oldest first. */
  after(userId: string, place: Place, limit: number): Promise<LoggedEvent[]>;
  /** Returns the place of the last event, or one before all events when there is none. */
  end(userId: string): Promise<Place>;
  /** Removes all events of the user. */
  erase(userId: string): Promise<void>;
}

const APPEND = `
local known = redis.call('TIME')[1]
local added = 0
for at = 6, #ARGV, 2 do
  if redis.call('ZADD', KEYS[2], 'NX', known, ARGV[at]) == 1 then
    redis.call('XADD', KEYS[1], '*', '${FIELD}', ARGV[at + 1])
    added = added + 1
  end
end
if added == 0 then return 0 end
redis.call('XTRIM', KEYS[1], 'MAXLEN', '=', ARGV[1])
redis.call('XTRIM', KEYS[1], 'MINID', '=', ARGV[2])
redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -1 - ${KNOWN_KEYS})
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
redis.call('PUBLISH', ARGV[4], ARGV[5])
return added
`;
const APPEND_SHA = createHash("sha1").update(APPEND).digest("hex");

interface Row {
  readonly id: string;
  readonly message: Record<string, string>;
}

interface EventStreamDeps {
  readonly line: RedisLine;
  readonly clock: Clock;
  readonly prefix: string;
  /** Receives a user's id when the user has new events. */
  readonly channel: string;
}

export function createEventStream({ line, clock, prefix, channel }: EventStreamDeps): EventStream {
  // Braces keep both keys of a user on one node of a cluster.
  const keyOf = (userId: string) => `${prefix}:events:{${encodeURIComponent(userId)}}`;
  const keysOf = (userId: string) => [keyOf(userId), `${keyOf(userId)}:known`];
  const oldest = () => clock.now() - KEPT_MS;
  const fromOldest = () => `${Math.max(0, oldest() + 1)}-0`;

  async function run(keys: string[], values: string[]): Promise<void> {
    const input = { keys, arguments: values };
    await line.write((client) =>
      client.evalSha(APPEND_SHA, input).catch((error: unknown) => {
        if (error instanceof Error && error.message.startsWith("NOSCRIPT")) return client.eval(APPEND, input);
        throw error;
      }),
    );
  }

  async function range(userId: string, start: string, limit?: number): Promise<LoggedEvent[]> {
    const most = limit === undefined ? {} : { COUNT: limit };
    return loggedEvents(userId, await line.call((client) => client.xRange(keyOf(userId), start, "+", most)));
  }

  async function newest(userId: string, start: string, limit: number): Promise<LoggedEvent[]> {
    const rows = line.call((client) => client.xRevRange(keyOf(userId), "+", start, { COUNT: limit }));
    return loggedEvents(userId, await rows);
  }

  return {
    async append(userId, events) {
      if (events.length === 0) return;
      const pairs = events.slice(-LIMITS.replayEvents).flatMap(({ key, event }) => [key, JSON.stringify(event)]);
      await run(keysOf(userId), [
        String(LIMITS.replayEvents),
        fromOldest(),
        String(KEPT_MS),
        channel,
        userId,
        ...pairs,
      ]);
    },
    async replay(userId, afterId) {
      const place = placeOf(afterId);
      if (place && place[0] > oldest()) {
        const [first, ...rest] = await range(userId, `${place[0]}-${place[1]}`);
        if (first?.id === afterId) return rest;
      }
      return await range(userId, fromOldest());
    },
    async latest(userId, limit) {
      return await newest(userId, fromOldest(), limit);
    },
    async after(userId, [ms, sequence], limit) {
      return await range(userId, `(${ms}-${sequence}`, limit);
    },
    async end(userId) {
      const [last] = await newest(userId, "-", 1);
      return placeOf(last?.id ?? null) ?? [0, 0];
    },
    async erase(userId) {
      // Not `write`: a full server still deletes.
      await line.call((client) => client.unlink(keysOf(userId)));
    },
  };
}

/** Returns the place in an id; null for any other text. */
export function placeOf(id: string | null): Place | null {
  const parts = ID.exec(id ?? "");
  return parts && [Number(parts[1]), Number(parts[2])];
}

export function isAfter([ms, sequence]: Place, [otherMs, otherSequence]: Place): boolean {
  return ms > otherMs || (ms === otherMs && sequence > otherSequence);
}

/** Adds a mark of the user to the stream's ids, so that another user's ids are unknown in this log. */
function loggedEvents(userId: string, rows: readonly Row[] | null): LoggedEvent[] {
  const mark = createHash("sha256").update(userId).digest("hex").slice(0, 8);
  // Safe because only `append` writes the stream.
  return (rows ?? []).map(({ id, message }) => ({
    id: `${id}-${mark}`,
    event: JSON.parse(message[FIELD]!) as ActivityEvent,
  }));
}
