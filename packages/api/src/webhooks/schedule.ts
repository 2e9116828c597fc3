import { DAY_MS } from "@knote/contract";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** How long after the end of an attempt the next one begins: between the first and the second, and so on. */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/** After so many attempts a delivery has failed. */
export const MOST_ATTEMPTS = DELAYS_MS.length + 1;
/** What waited longer is never attempted again. */
export const MOST_WAIT_MS = 14 * DAY_MS;

const MOST_RETRY_AFTER_MS = DAY_MS;
const PAUSE_MS = 60 * SECOND_MS;
/** Answers that speak of the receiver, not of the message: everything for it waits. */
const PAUSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** The end of a failed attempt, in milliseconds since the epoch, and what the receiver answered if it did. */
export interface Failure {
  readonly endedAt: number;
  readonly status: number | null;
  /** The header `Retry-After` as it came. */
  readonly retryAfter: string | null;
}

/**
 * Returns when the next attempt is due, in milliseconds since the epoch; null when there is none. `attempts` of this
 * run are over; `random` is from 0 to less than 1 and spreads attempts by a fifth to both sides.
 */
export function nextAttemptAt(attempts: number, { endedAt, retryAfter }: Failure, random: number): number | null {
  const delay = DELAYS_MS[attempts - 1];
  if (delay === undefined) return null;
  const scheduledMs = Math.round(delay * (0.8 + 0.4 * random));
  return endedAt + Math.max(scheduledMs, retryAfterMs(retryAfter, endedAt) ?? 0);
}

/** Returns until when the receiver asks that everything for it waits; null when it does not. */
export function pauseUntil({ endedAt, status, retryAfter }: Failure): number | null {
  if (status === null || !PAUSING.has(status)) return null;
  return endedAt + (retryAfterMs(retryAfter, endedAt) ?? PAUSE_MS);
}

/** Reads `Retry-After` (RFC 9110, section 10.2.3): seconds or a date. A day at most; null for anything else. */
function retryAfterMs(text: string | null, now: number): number | null {
  const value = text?.trim() ?? "";
  // `Date.parse` takes much that is no HTTP date, such as "-1".
  const isDate = /^[A-Z][a-z]+,? /.test(value);
  const milliseconds = /^\d+$/.test(value) ? Number(value) * SECOND_MS : isDate ? Date.parse(value) - now : NaN;
  return Number.isNaN(milliseconds) ? null : Math.min(Math.max(milliseconds, 0), MOST_RETRY_AFTER_MS);
}
