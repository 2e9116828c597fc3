import { type LoggedEvent, withoutNoteIds } from "@knote/api";
import { DOCUMENTED_EVENTS } from "@knote/contract";
import { sseMessage } from "../http/event-stream.ts";

/** An event as it goes over the wire, serialised once for all clients. */
export interface EventFrame {
  readonly logged: LoggedEvent;
  /** The interface documents this type of event: clients get it without `events=all`. */
  readonly documented: boolean;
  bytes(withNoteIds: boolean): Buffer;
}

const DOCUMENTED: ReadonlySet<string> = new Set(DOCUMENTED_EVENTS);

export function eventFrame(logged: LoggedEvent): EventFrame {
  const written = new Map<boolean, Buffer>();
  const { id, event } = logged;
  return {
    logged,
    documented: DOCUMENTED.has(event.type),
    bytes(withNoteIds) {
      const known = written.get(withNoteIds);
      if (known) return known;
      const shown = withNoteIds ? event : withoutNoteIds(event);
      const bytes = Buffer.from(sseMessage(event.type, shown, id));
      written.set(withNoteIds, bytes);
      return bytes;
    },
  };
}
