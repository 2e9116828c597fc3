import type { ActivityEvent } from "@knote/contract";
import type { LoggedEvent } from "@knote/api";
import type { EventDocument, LedgerDocument } from "../collections/ledgers.ts";
import { eventId } from "./event-ids.ts";

/** An event with its number in the owner's log. */
export interface NumberedEvent {
  readonly seq: number;
  readonly at: number;
  readonly loggedEvent: LoggedEvent;
}

type EventLedger = Pick<LedgerDocument, "_id" | "seq"> & { readonly events: readonly EventDocument[] };

/** Numbers a ledger's events, oldest first: the last has the ledger's `seq`, earlier ones count down. */
export function numberedEvents({ _id, seq, events }: EventLedger): NumberedEvent[] {
  const first = seq - events.length + 1;
  return events.map(({ at, data }, index) => {
    // Safe because only `Ledgers` writes them.
    const event = JSON.parse(data) as ActivityEvent;
    return { seq: first + index, at, loggedEvent: { id: eventId(_id, first + index), event } };
  });
}
