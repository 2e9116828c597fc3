import type { ActivityEvent } from "@knote/contract";
import type { LoggedEvent } from "@knote/api";
import type { Row } from "./note-row.ts";

/** An event with its number in the owner's log. */
export interface NumberedEvent {
  readonly seq: number;
  readonly logged: LoggedEvent;
}

export function numberedEvent(user: number, seq: number, event: ActivityEvent): NumberedEvent {
  return { seq, logged: { id: eventId(user, seq), event } };
}

/** Of a row with seq and data; the casts are safe because only `EventWriter` writes them. */
export function storedEvent(user: number, row: Row): NumberedEvent {
  return numberedEvent(user, row["seq"] as number, JSON.parse(row["data"] as string) as ActivityEvent);
}

/** The number in an id of this user's; null for every other text. */
export function seqOfEvent(user: number, id: string | null): number | null {
  const seq = id === null ? Number.NaN : Number.parseInt(id, 10);
  return id === eventId(user, seq) ? seq : null;
}

/** Sorts by its first part; the second makes another user's id an unknown one. */
function eventId(user: number, seq: number): string {
  return `${seq}-${user.toString(36)}`;
}
