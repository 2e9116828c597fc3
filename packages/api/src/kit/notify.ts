import type { LoggedEvent } from "../ports/activity-log.ts";

type Listener = (logged: LoggedEvent) => void;

/** Tells a listener of an event. What the listener throws is reported, and stops neither other listeners nor the write. */
export function notify(listener: Listener, logged: LoggedEvent, warn: (message: string, cause: unknown) => void): void {
  try {
    listener(logged);
  } catch (error) {
    warn("A listener of activity failed.", error);
  }
}
