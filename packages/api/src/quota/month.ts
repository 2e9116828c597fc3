import type { Month } from "../ports/quota-store.ts";

/** Returns the calendar month in UTC that counters belong to. */
export function monthOf(now: number): Month {
  return new Date(now).toISOString().slice(0, 7);
}

/** Returns the first instant of the next month, in ms, when counters reset. */
export function monthEnd(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
