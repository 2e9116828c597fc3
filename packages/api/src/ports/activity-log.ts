import { type ActivityEvent, DAY_MS, LIMITS } from "@knote/contract";

export const EVENT_RETENTION_MS = LIMITS.replayDays * DAY_MS;

/** An event with its id in the owner's log. Ids are opaque and grow within one owner. */
export interface LoggedEvent {
  readonly id: string;
  readonly event: ActivityEvent;
}

/**
 * The durable, bounded activity of each user: the last `LIMITS.replayEvents` events, for `EVENT_RETENTION_MS`. An
 * event is delivered to every subscriber of its owner, in every process, once and in order; never to anyone else.
 */
export interface ActivityLog {
  append(userId: string, events: readonly ActivityEvent[]): Promise<void>;
  /** Returns events after `afterId`, oldest first; all stored ones when it is null, unknown or malformed. */
  replay(userId: string, afterId: string | null): Promise<LoggedEvent[]>;
  /** Returns the newest `limit` events, newest first. */
  latest(userId: string, limit: number): Promise<LoggedEvent[]>;
  /** Calls `listener` for each event from now on, until the returned function is called. */
  subscribe(userId: string, listener: (loggedEvent: LoggedEvent) => void): () => void;
}
