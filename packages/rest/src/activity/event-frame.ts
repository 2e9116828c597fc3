import type { LoggedEvent } from "@knote/api";
import { DOCUMENTED_EVENTS } from "@knote/contract";
import { sseMessage } from "../http/event-stream.ts";

/** An event as it goes over the wire, written out once for all who get it. */
export interface EventFrame {
  readonly logged: LoggedEvent;
  /** The interface documents it, so clients get it without asking for all. */
  readonly documented: boolean;
  bytes(): Buffer;
}

const DOCUMENTED: ReadonlySet<string> = new Set(DOCUMENTED_EVENTS);

export function eventFrame(logged: LoggedEvent): EventFrame {
  let bytes: Buffer | undefined;
  const { id, event } = logged;
  return {
    logged,
    documented: DOCUMENTED.has(event.type),
    bytes: () => (bytes ??= Buffer.from(sseMessage(event.type, event, id))),
  };
}
