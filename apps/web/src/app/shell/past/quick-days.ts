import { DAY_MS } from "@knote/contract";
import { dayOf } from "../../../kit/days.ts";

export interface QuickDay {
  readonly label: string;
  readonly day: string;
}

/** Returns the days worth one press, without those before the first note. */
export function quickDays(now: number, firstDay: string): QuickDay[] {
  return [
    { label: "A week ago", day: dayOf(now - 7 * DAY_MS) },
    { label: "A month ago", day: monthsBefore(now, 1) },
    { label: "A year ago", day: monthsBefore(now, 12) },
  ].filter(({ day }) => day >= firstDay);
}

/** Returns the same day of an earlier month, or its last day where it is shorter. */
function monthsBefore(now: number, months: number): string {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)));
}
