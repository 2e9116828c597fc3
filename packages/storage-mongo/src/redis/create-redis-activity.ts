import { createSystemClock, type ActivityLog, type Clock, type StorageTrouble } from "@knote/api";
import { createEventFeeds } from "./event-feeds.ts";
import type { EventOutbox, KeyedEvent } from "../ports/event-outbox.ts";
import { createEventRelay } from "./event-relay.ts";
import { createEventStream } from "./event-stream.ts";
import type { RedisLine } from "./redis-line.ts";

/** The key that a check writes expires after a minute. */
const CHECK_EXPIRY = { expiration: { type: "EX", value: 60 } } as const;

export interface RedisActivityOptions {
  readonly line: RedisLine;
  /** Keeps events while Redis is away; without it, an append fails then. */
  readonly outbox?: EventOutbox;
  /** Prefix of the keys and the channel, so that several installations can share a server. */
  readonly prefix?: string;
  readonly clock?: Clock;
  readonly warn: (message: string, cause: unknown) => void;
}

export interface RedisActivity {
  readonly log: ActivityLog;
  /** `append` for events stored elsewhere under these keys: each is logged once, however often it is sent. */
  appendOnce(userId: string, events: readonly KeyedEvent[]): Promise<void>;
  /** Sends the events in the outbox; also runs whenever Redis comes back, and every 15 s. */
  workOff(): Promise<void>;
  /** Rejects when the server does not answer or refuses writes, which only a write can show. */
  check(): Promise<void>;
  /** Why the server refuses writes; null while it accepts them and while it is away. */
  trouble(): StorageTrouble | null;
  /** Removes the events of a user. */
  erase(userId: string): Promise<void>;
  close(): void;
}

/** Shares activity between processes: a stream for each user, and one channel that names users with new events. */
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
      return refusal === null ? null : { part: "activity", reason: `Redis refuses writes: ${firstLine(refusal)}` };
    },
    erase: stream.erase,
    close() {
      relay.stop();
      feeds.close();
    },
  };
}

/** Returns the text up to the first character that a header cannot carry. */
function firstLine(text: string): string {
  return text.split(/[^\x20-\x7e]/, 1)[0]!;
}
