import { DomainError, notify, type LoggedEvent } from "@knote/api";
import { isAfter, placeOf, type EventStream, type Place } from "./event-stream.ts";

const PULLED_AT_ONCE = 500;
const RETRY_MS = 1_000;

type Listener = (loggedEvent: LoggedEvent) => void;

interface Subscription {
  readonly listener: Listener;
  /** The listener gets the events after this place; null until it is known. */
  after: Place | null;
  /** Settles when `after` is known, or could not be read. */
  ready: Promise<void>;
}

interface Feed {
  readonly subscriptions: Set<Subscription>;
  /** The last event that was delivered. */
  last: Place | null;
  pulling: boolean;
  again: boolean;
}

/** The listeners of this process. */
export interface EventFeeds {
  subscribe(userId: string, listener: Listener): () => void;
  /** Looks for new events of the user. */
  wake(userId: string): void;
  /** Looks for new events of all users. */
  wakeAll(): void;
  close(): void;
}

interface EventFeedsDeps {
  readonly stream: Pick<EventStream, "after" | "end">;
  readonly warn: (message: string, cause: unknown) => void;
}

/** Delivers events from the stream, in its order; a wake only says when to read it. */
export function createEventFeeds({ stream, warn }: EventFeedsDeps): EventFeeds {
  const feeds = new Map<string, Feed>();

  function tell(feed: Feed, subscription: Subscription, loggedEvent: LoggedEvent, place: Place): void {
    if (!feed.subscriptions.has(subscription) || subscription.after === null || !isAfter(place, subscription.after))
      return;
    notify(subscription.listener, loggedEvent, warn);
  }

  /** Waits for the place where a listener begins, and reads it again if that failed. */
  async function begin(userId: string, subscription: Subscription): Promise<void> {
    await subscription.ready.catch(() => undefined);
    subscription.after ??= await stream.end(userId);
  }

  async function pull(userId: string, feed: Feed): Promise<void> {
    for (const subscription of feed.subscriptions) await begin(userId, subscription);
    feed.last ??= [...feed.subscriptions].map(({ after }) => after!).reduce(earlier, [Infinity, 0]);
    if (feed.subscriptions.size === 0) return;
    for (;;) {
      const events = await stream.after(userId, feed.last, PULLED_AT_ONCE);
      for (const loggedEvent of events) {
        feed.last = placeOf(loggedEvent.id)!;
        for (const subscription of [...feed.subscriptions]) tell(feed, subscription, loggedEvent, feed.last);
      }
      if (events.length < PULLED_AT_ONCE) return;
    }
  }

  /** Pulls once at a time for each feed, and again when woken meanwhile. Retries a failed pull. */
  async function follow(userId: string, feed: Feed): Promise<void> {
    feed.again = true;
    if (feed.pulling || feeds.get(userId) !== feed) return;
    feed.pulling = true;
    try {
      while (feed.again) {
        feed.again = false;
        await pull(userId, feed);
      }
    } catch (error) {
      if (!DomainError.is(error)) warn("Activity could not be read.", error);
      setTimeout(() => void follow(userId, feed), RETRY_MS).unref();
    } finally {
      feed.pulling = false;
    }
  }

  return {
    subscribe(userId, listener) {
      const feed = feeds.get(userId) ?? { subscriptions: new Set(), last: null, pulling: false, again: false };
      feeds.set(userId, feed);
      // Read at once, on the connection that appends this process's events, so that later appends come after it.
      const ready = stream.end(userId).then((end) => void (subscription.after = end));
      const subscription: Subscription = { listener, after: null, ready };
      feed.subscriptions.add(subscription);
      ready.then(
        () => void follow(userId, feed),
        () => undefined,
      );
      return () => {
        feed.subscriptions.delete(subscription);
        if (feed.subscriptions.size === 0 && feeds.get(userId) === feed) feeds.delete(userId);
      };
    },
    wake(userId) {
      const feed = feeds.get(userId);
      if (feed) void follow(userId, feed);
    },
    wakeAll() {
      for (const [userId, feed] of feeds) void follow(userId, feed);
    },
    close: () => feeds.clear(),
  };
}

function earlier(one: Place, other: Place): Place {
  return isAfter(one, other) ? other : one;
}
