import { createSystemClock, type ActivityLog, type Clock, type StorageTrouble } from "@knote/api";
import { createEventFeeds } from "./event-feeds.ts";
import type { EventOutbox, KeyedEvent } from "../ports/event-outbox.ts";
import { createEventRelay } from "./event-relay.ts";
import { createEventStream } from "./event-stream.ts";
import type { RedisLine } from "./redis-line.ts";

/** A check leaves its key behind for a minute. */
const CHECK_EXPIRY = { expiration: { type: "EX", value: 60 } } as const;

export interface RedisActivityOptions {
  readonly line: RedisLine;
  /** Takes events while Redis is away; without one an append is refused then. */
  readonly outbox?: EventOutbox;
  /** Names of keys and of the channel begin with it, so that several installations can share a server. */
  readonly prefix?: string;
  readonly clock?: Clock;
  readonly warn: (message: string, cause: unknown) => void;
}

export interface RedisActivity {
  readonly log: ActivityLog;
  /** `append` for events that are already kept elsewhere under these keys: each is logged once, however often it is sent. */
  appendOnce(userId: string, events: readonly KeyedEvent[]): Promise<void>;
  /** Sends what waits in the outbox; also done whenever Redis comes back, and now and then. */
  workOff(): Promise<void>;
  /** Rejects when the server does not answer or takes nothing in, which only a write finds out. */
  check(): Promise<void>;
  /** Why nothing is taken in; null while that works, and while the server is away. */
  trouble(): StorageTrouble | null;
  /** Removes the events of a user. */
  erase(userId: string): Promise<void>;
  close(): void;
}

/** Activity across processes: a stream for each user, and one channel that tells whose has grown. */
export function createRedisActivity(options: RedisActivityOptions): RedisActivity {
  const { line, outbox = null, prefix = "knote", clock = createSystemClock(), warn } = options;
  const channel = `${prefix}:events`;
  const stream = createEventStream({ line, clock, prefix, channel });
  const feeds = createEventFeeds({ stream, warn });
  const relay = createEventRelay({ stream, outbox, warn });
  line.listen(channel, feeds.wake, () => {
    feeds.wakeAll();
    void relay.workOff();
  });
  return {
    log: {
      append: (userId, events) =>
        relay.send(
          userId,
          events.map((event) => ({ key: crypto.randomUUID(), event })),
        ),
      replay: stream.replay,
      latest: stream.latest,
      subscribe: feeds.subscribe,
    },
    appendOnce: stream.append,
    workOff: relay.workOff,
    check: async () => void (await line.write((client) => client.set(`${prefix}:check`, "1", CHECK_EXPIRY))),
    trouble() {
      const refusal = line.refusal();
      return refusal === null ? null : { part: "activity", reason: `Redis takes nothing in: ${firstLine(refusal)}` };
    },
    erase: stream.erase,
    close() {
      relay.stop();
      feeds.close();
    },
  };
}

/** As a header can carry it. */
function firstLine(text: string): string {
  return text.split(/[^\x20-\x7e]/, 1)[0]!;
}
