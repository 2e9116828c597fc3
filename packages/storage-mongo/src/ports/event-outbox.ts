import type { ActivityEvent } from "@knote/contract";

/** An event with its own key: it is logged once, however often it is sent. */
export interface KeyedEvent {
  readonly key: string;
  readonly event: ActivityEvent;
}

/** Events of one user, in the order they happened. */
export interface WaitingEvents {
  readonly userId: string;
  readonly events: readonly KeyedEvent[];
}

/**
 * Keeps events while the log cannot be reached. They are stored with the documents, so that no acknowledged
 * write loses its event; an event is best stored in the same write as its document.
 */
export interface EventOutbox {
  /** Durable when it resolves. Keeps about the newest 1,000 events of a user, as the log holds no more. */
  keep(userId: string, events: readonly KeyedEvent[]): Promise<void>;
  /** Returns about `limit` events of all users, those that have waited longest. */
  waiting(limit: number): Promise<WaitingEvents[]>;
  /** Estimates how many events of all users wait. Cheap: nothing is counted. */
  count(): Promise<number>;
  /** Removes events that are in the log now; unknown keys are no error. */
  confirmLogged(userId: string, keys: readonly string[]): Promise<void>;
}
