import type { Delivery } from "@knote/contract";

const HOUR_MS = 3_600_000;
export const HOURS = 24;

export interface Hour {
  /** When the hour began, in milliseconds. */
  readonly start: number;
  readonly delivered: number;
  readonly failed: number;
  readonly waiting: number;
}

/** Counts deliveries by the hour in which their event happened: the 24 hours up to `now`, the oldest first. */
export function countByHour(deliveries: readonly Delivery[], now: number): Hour[] {
  const first = Math.floor(now / HOUR_MS) - HOURS + 1;
  const byHour = Map.groupBy(deliveries, ({ timestamp }) => Math.floor(Date.parse(timestamp) / HOUR_MS));
  return Array.from({ length: HOURS }, (_, place) => {
    const group = byHour.get(first + place) ?? [];
    const count = (which: Delivery["result"]) => group.filter(({ result }) => result === which).length;
    return {
      start: (first + place) * HOUR_MS,
      delivered: count("delivered"),
      failed: count("failed"),
      waiting: count("waiting"),
    };
  });
}
