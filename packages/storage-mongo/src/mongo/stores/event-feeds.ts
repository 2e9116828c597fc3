import { notify, type LoggedEvent } from "@knote/api";
import type { NumberedEvent } from "./numbered-event.ts";
import type { Owner } from "./owners.ts";

type Listener = (loggedEvent: LoggedEvent) => void;

interface Feed {
  readonly listeners: Set<Listener>;
  /** The last delivered event and its owner; null before the first. */
  last: { readonly owner: string; readonly seq: number } | null;
}

/** The listeners of this process. */
export interface EventFeeds {
  subscribe(sub: string, listener: Listener): () => void;
  /** Delivers stored events in order, each once; `readMissed` reads the events after a number. */
  deliver(
    owner: Owner,
    events: readonly NumberedEvent[],
    readMissed: (after: number) => Promise<NumberedEvent[]>,
  ): Promise<void>;
  /** Drops the user's listeners, as the numbers of the user's events begin again. */
  forget(sub: string): void;
  close(): void;
}

/** Delivers events of other processes at the latest with the next event of this one. */
export function createEventFeeds(warn: (message: string, cause: unknown) => void): EventFeeds {
  const feeds = new Map<string, Feed>();

  /** Warns instead of failing: the events of this write are stored already. */
  async function emptyOnFailure(missedEvents: Promise<NumberedEvent[]>): Promise<NumberedEvent[]> {
    return await missedEvents.catch((error) => {
      warn("Events of another process could not be read; they are in the log.", error);
      return [];
    });
  }

  return {
    subscribe(sub, listener) {
      const feed = feeds.get(sub) ?? { listeners: new Set(), last: null };
      feeds.set(sub, feed);
      // Wrapped, so that one function that subscribes twice is called twice.
      const own: Listener = (loggedEvent) => listener(loggedEvent);
      feed.listeners.add(own);
      return () => {
        feed.listeners.delete(own);
        if (feed.listeners.size === 0 && feeds.get(sub) === feed) feeds.delete(sub);
      };
    },
    async deliver({ sub, id }, events, readMissed) {
      const feed = feeds.get(sub);
      const first = events[0]?.seq;
      if (feed === undefined || first === undefined) return;
      const last = feed.last?.owner === id ? feed.last.seq : null;
      const isGap = last !== null && first > last + 1;
      const gap = isGap ? (await emptyOnFailure(readMissed(last))).filter(({ seq }) => seq < first) : [];
      for (const { seq, loggedEvent } of [...gap, ...events]) {
        feed.last = { owner: id, seq };
        for (const listener of [...feed.listeners])
          if (feed.listeners.has(listener)) notify(listener, loggedEvent, warn);
      }
    },
    forget: (sub) => void feeds.delete(sub),
    close: () => feeds.clear(),
  };
}
