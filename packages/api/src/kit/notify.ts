import type { LoggedEvent } from "../ports/activity-log.ts";

type Listener = (loggedEvent: LoggedEvent) => void;

/** Calls a listener with an event. Reports an error of the listener; it stops neither other listeners nor the write. */
export function notify(
  listener: Listener,
  loggedEvent: LoggedEvent,
  warn: (message: string, cause: unknown) => void,
): void {
  try {
    listener(loggedEvent);
  } catch (error) {
    warn("A listener of activity failed.", error);
  }
}
