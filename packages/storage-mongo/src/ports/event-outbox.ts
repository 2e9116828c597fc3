import type { ActivityEvent } from "@knote/contract";

/** An event under a key of its own: logged once, however often it is sent. */
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
 * Where events wait while the log cannot be reached: with the documents, so that nothing that was
 * acknowledged loses its event. Events that belong to a write of a document are best kept in that very write.
 */
export interface EventOutbox {
  /** Durable when it resolves. Of one user about the newest 1,000 are kept: the log holds no more. */
  keep(userId: string, events: readonly KeyedEvent[]): Promise<void>;
  /** What has waited longest, of all users, about `limit` events. */
  waiting(limit: number): Promise<WaitingEvents[]>;
  /** About how many wait, of all users. Cheap: nothing is counted. */
  count(): Promise<number>;
  /** They are in the log. A key that is not there is no error. */
  done(userId: string, keys: readonly string[]): Promise<void>;
}
