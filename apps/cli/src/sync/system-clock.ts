import { setTimeout } from "node:timers/promises";
import type { Clock } from "@knote/sync";

/** The clock of the machine, whose waits end when the signal comes. */
export function systemClock(signal: AbortSignal): Clock {
  return {
    now: () => Date.now(),
    wait: (milliseconds) => setTimeout(milliseconds, undefined, { signal }).catch(() => undefined),
  };
}
