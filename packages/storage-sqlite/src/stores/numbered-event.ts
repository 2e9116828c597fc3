import type { ActivityEvent } from "@knote/contract";
import type { LoggedEvent } from "@knote/api";
import type { EventIds } from "./event-ids.ts";
import type { Row } from "./note-row.ts";

/** An event with its number in the owner's log. */
export interface NumberedEvent {
  readonly seq: number;
  readonly loggedEvent: LoggedEvent;
}

export function numberedEvent(ids: EventIds, user: number, seq: number, event: ActivityEvent): NumberedEvent {
  return { seq, loggedEvent: { id: ids.of(user, seq), event } };
}

/** Builds an event from a row with seq and data; the casts are safe because only `EventWriter` writes them. */
export function storedEvent(ids: EventIds, user: number, row: Row): NumberedEvent {
  return numberedEvent(ids, user, row["seq"] as number, JSON.parse(row["data"] as string) as ActivityEvent);
}
