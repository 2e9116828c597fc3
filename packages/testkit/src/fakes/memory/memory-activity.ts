import { LIMITS } from "@knote/contract";
import { EVENT_RETENTION_MS, type ActivityLog, type Clock, type LoggedEvent } from "@knote/api";

type Listener = (entry: LoggedEvent) => void;
type KeptEvent = LoggedEvent & { readonly at: number };

export function createMemoryActivity(clock: Clock): ActivityLog & { forget(userId: string): void } {
  const logs = new Map<string, KeptEvent[]>();
  const subscriptions = new Map<string, Set<Listener>>();
  let lastId = 0;
  const listRecent = (userId: string) =>
    (logs.get(userId) ?? []).filter(({ at }) => at > clock.now() - EVENT_RETENTION_MS);
  return {
    async append(userId, events) {
      const newEvents = events.map((event) => ({ id: String(++lastId), event, at: clock.now() }));
      logs.set(userId, [...listRecent(userId), ...newEvents].slice(-LIMITS.replayEvents));
      for (const listener of subscriptions.get(userId) ?? []) {
        queueMicrotask(() => deliver(newEvents, listener, () => subscriptions.get(userId)?.has(listener) === true));
      }
    },
    async replay(userId, afterId) {
      const log = listRecent(userId);
      return log.slice(log.findIndex(({ id }) => id === afterId) + 1).map(loggedEvent);
    },
    async latest(userId, limit) {
      return listRecent(userId).toReversed().slice(0, limit).map(loggedEvent);
    },
    subscribe(userId, listener) {
      // Wrapped, so that a function that subscribes twice is called twice.
      const own: Listener = (entry) => listener(entry);
      subscriptions.set(userId, (subscriptions.get(userId) ?? new Set()).add(own));
      return () => void subscriptions.get(userId)?.delete(own);
    },
    forget(userId) {
      logs.delete(userId);
      subscriptions.delete(userId);
    },
  };
}

function deliver(events: readonly KeptEvent[], listener: Listener, isSubscribed: () => boolean): void {
  for (const event of events) if (isSubscribed()) listener(loggedEvent(event));
}

function loggedEvent({ id, event }: KeptEvent): LoggedEvent {
  return { id, event };
}
