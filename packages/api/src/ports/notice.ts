import type { ActivityEvent, PlannedEvent } from "@knote/contract";

/** A message for webhooks, before anybody knows which webhooks want it. Nothing of it ever changes. */
export interface NewMessage {
  /** `msg_` and the 32 hex digits of a UUIDv7, so that ids sort in the order of the writes of one process. */
  readonly id: string;
  readonly event: PlannedEvent;
  /** When the event happened: ISO 8601 UTC with milliseconds. */
  readonly timestamp: string;
  /** The notes that it tells of, at most two: it goes when one of them is purged. */
  readonly noteIds: readonly string[];
  /** The member `data` of the body, as the JSON that is sent: `{"id":…,"title":…,"note_type":…}`. */
  readonly data: string;
  /** The member `detail`, which only detailed bodies have, as the JSON that is sent. */
  readonly detail: string;
}

/** What a write reports: to the owner's activity, to the owner's webhooks, or to both. */
export interface Notice {
  readonly event?: ActivityEvent | undefined;
  readonly message?: NewMessage | undefined;
}

/** Returns the events of the notices, in order. */
export function eventsOf(notices: readonly Notice[]): ActivityEvent[] {
  return notices.flatMap(({ event }) => event ?? []);
}

/** Returns the messages of the notices, in order. */
export function messagesOf(notices: readonly Notice[]): NewMessage[] {
  return notices.flatMap(({ message }) => message ?? []);
}
