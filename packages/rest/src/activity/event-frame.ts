import { type LoggedEvent, withoutNoteIds } from "@knote/api";
import { DOCUMENTED_EVENTS } from "@knote/contract";
import { sseMessage } from "../http/event-stream.ts";

/** An event as it goes over the wire, serialised once for all clients. */
export interface EventFrame {
  readonly loggedEvent: LoggedEvent;
  /** The interface documents this type of event: clients get it without `events=all`. */
  readonly isDocumented: boolean;
  bytes(withNoteIds: boolean): Buffer;
}

const DOCUMENTED_TYPES: ReadonlySet<string> = new Set(DOCUMENTED_EVENTS);

export function eventFrame(loggedEvent: LoggedEvent): EventFrame {
  const bytesCache = new Map<boolean, Buffer>();
  const { id, event } = loggedEvent;
  return {
    loggedEvent,
    isDocumented: DOCUMENTED_TYPES.has(event.type),
    bytes(withNoteIds) {
      const cachedBytes = bytesCache.get(withNoteIds);
      if (cachedBytes) return cachedBytes;
      const visibleEvent = withNoteIds ? event : withoutNoteIds(event);
      const bytes = Buffer.from(sseMessage(event.type, visibleEvent, id));
      bytesCache.set(withNoteIds, bytes);
      return bytes;
    },
  };
}
