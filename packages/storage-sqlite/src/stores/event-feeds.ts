import type { DatabaseSync } from "node:sqlite";
import { notify, type LoggedEvent } from "@knote/api";
import type { DataVersion } from "../database/data-version.ts";
import type { EventIds } from "./event-ids.ts";
import { storedEvent, type NumberedEvent } from "./numbered-event.ts";
import type { UserRows } from "./user-rows.ts";

const POLL_MS = 250;

type Listener = (event: LoggedEvent) => void;

interface Feed {
  readonly listeners: Set<Listener>;
  /** The last event that was delivered. */
  last: number;
}

/** The listeners of each user's events in this process. */
export interface EventFeeds {
  subscribe(sub: string, listener: Listener): () => void;
  /** Passes committed events to the user's listeners, in order, each once. */
  deliver(sub: string, events: readonly NumberedEvent[]): void;
  /** Drops the user's listeners, since the numbers of an erased user's events start again. */
  forget(sub: string): void;
  close(): void;
}

interface EventFeedsDeps {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly ids: EventIds;
  readonly dataVersion: DataVersion;
  readonly warn: (message: string, cause: unknown) => void;
}

/** Polls the database for events of other processes while there are listeners. */
export function createEventFeeds({ db, users, ids, dataVersion, warn }: EventFeedsDeps): EventFeeds {
  const feeds = new Map<string, Feed>();
  const lastSeq = db.prepare("SELECT event_seq FROM users WHERE user = ?");
  const between = db.prepare("SELECT seq, data FROM events WHERE user = ? AND seq > ? AND seq < ? ORDER BY seq");
  let poll: NodeJS.Timeout | undefined;
  let polledVersion = dataVersion();

  function eventsBetween(sub: string, after: number, before: number): NumberedEvent[] {
    const user = users.find(sub);
    if (user === null) return [];
    return between.all(user, after, before).map((row) => storedEvent(ids, user, row));
  }

  function deliver(sub: string, events: readonly NumberedEvent[]): void {
    const feed = feeds.get(sub);
    const first = events[0];
    if (feed === undefined || first === undefined) return;
    const gap = first.seq > feed.last + 1 ? eventsBetween(sub, feed.last, first.seq) : [];
    for (const { seq, loggedEvent } of [...gap, ...events]) {
      if (seq <= feed.last) continue;
      feed.last = seq;
      for (const listener of [...feed.listeners]) if (feed.listeners.has(listener)) notify(listener, loggedEvent, warn);
    }
  }

  function pollOthers(): void {
    const version = dataVersion();
    if (version === polledVersion) return;
    polledVersion = version;
    for (const [sub, feed] of feeds) deliver(sub, eventsBetween(sub, feed.last, Number.MAX_SAFE_INTEGER));
  }

  function newFeed(sub: string): Feed {
    const user = users.find(sub);
    const last = user === null ? 0 : (lastSeq.get(user)!["event_seq"] as number);
    poll ??= setInterval(pollOthers, POLL_MS).unref();
    return { listeners: new Set(), last };
  }

  return {
    subscribe(sub, listener) {
      const feed = feeds.get(sub) ?? newFeed(sub);
      feeds.set(sub, feed);
      // Wrapped, so that a function that is subscribed twice is called twice.
      const own: Listener = (event) => listener(event);
      feed.listeners.add(own);
      return () => {
        feed.listeners.delete(own);
        if (feed.listeners.size === 0 && feeds.get(sub) === feed) feeds.delete(sub);
        if (feeds.size === 0) stop();
      };
    },
    deliver,
    forget: (sub) => void feeds.delete(sub),
    close() {
      feeds.clear();
      stop();
    },
  };

  function stop(): void {
    clearInterval(poll);
    poll = undefined;
  }
}
