import type { Services } from "./context.ts";

/** Returns the current time as it is stored and shown: ISO 8601 UTC with milliseconds. */
export function timestamp(ctx: Pick<Services, "clock">): string {
  return new Date(ctx.clock.now()).toISOString();
}

/** Creates a clock that never runs backwards within the process, whatever the host's clock does. */
export function createSystemClock(): { now(): number } {
  let last = 0;
  return {
    now() {
      last = Math.max(last, Date.now());
      return last;
    },
  };
}
