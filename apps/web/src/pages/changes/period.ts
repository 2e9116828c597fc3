import { DAY_MS } from "@knote/contract";
import { dayOf, readDay } from "../../kit/days.ts";

const PERIODS = ["visit", "week", "month"] as const;
export type Period = (typeof PERIODS)[number];

/** What the address says about the time to look at: a period up to now, or two days of the user's choice. */
export interface ChangesSearch {
  readonly period?: Period;
  /** `2026-03-01`. */
  readonly since?: string;
  readonly until?: string;
}

export function readChangesSearch(search: Record<string, unknown>): ChangesSearch {
  const [since, until] = [readDay(search["since"]), readDay(search["until"])];
  if (since !== undefined) return { since, ...(until !== undefined && until >= since && { until }) };
  const period = PERIODS.find((one) => one === search["period"]);
  return period === undefined ? {} : { period };
}

/** Returns what to ask the server for. `previousVisit` is a time in milliseconds; null: there was none. */
export function timesOf(
  { period = "week", since, until }: ChangesSearch,
  { now, previousVisit }: { readonly now: number; readonly previousVisit: number | null },
): { readonly since: string; readonly until?: string } {
  if (since !== undefined) return { since, ...(until !== undefined && { until }) };
  if (period === "visit" && previousVisit !== null) return { since: new Date(previousVisit).toISOString() };
  // A day, not a moment: the same answer can be reused until midnight.
  return { since: dayOf(now - (period === "month" ? 30 : 7) * DAY_MS) };
}
