import { DAY_MS } from "@knote/contract";
import type { Services } from "../context.ts";
import { invalid } from "../errors.ts";

/** Length of a date without a time. */
const DATE_LENGTH = 10;

/**
 * Converts a `Moment` into a time as it is stored. A date means the end of that UTC day, or the present if that is
 * earlier; with `isStart` the last moment before the day. Throws INVALID for the future.
 */
export function readMoment(
  ctx: Pick<Services, "clock">,
  { name, text, isStart = false }: { readonly name: string; readonly text: string; readonly isStart?: boolean },
): string {
  const now = ctx.clock.now();
  const time = Date.parse(text);
  if (time > now) throw invalid(name, `${name} must not be in the future.`);
  if (text.length > DATE_LENGTH) return new Date(time).toISOString();
  return new Date(isStart ? time - 1 : Math.min(time + DAY_MS - 1, now)).toISOString();
}
