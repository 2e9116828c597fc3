import { DAY_MS } from "@knote/contract";

export interface GrowthPoint {
  /** Start of the step, ISO 8601. */
  readonly from: string;
  readonly addedNotes: number;
  /** Number of notes at the end of the step. */
  readonly total: number;
}

export type GrowthStep = "day" | "week" | "month";

export interface Growth {
  readonly step: GrowthStep;
  /** One for each step up to now, without gaps. */
  readonly points: readonly GrowthPoint[];
}

const MOST_DAYS = 45;
const MOST_WEEKS = 60;

/** Returns the growth in days, weeks or months, depending on the time span. Times are UTC. */
export function growthOf(createdAt: readonly string[], now: number): Growth {
  const times = createdAt.map((at) => Date.parse(at)).toSorted((one, other) => one - other);
  const first = times[0];
  if (first === undefined) return { step: "day", points: [] };
  const last = Math.max(now, times.at(-1)!);
  const step = stepFor((last - first) / DAY_MS);
  const points: GrowthPoint[] = [];
  let total = 0;
  for (let from = beginOf(first, step); from <= last; from = nextOf(from, step)) {
    const until = nextOf(from, step);
    const before = total;
    while (total < times.length && times[total]! < until) total += 1;
    points.push({ from: new Date(from).toISOString(), addedNotes: total - before, total });
  }
  return { step, points };
}

function stepFor(days: number): GrowthStep {
  if (days <= MOST_DAYS) return "day";
  return days / 7 <= MOST_WEEKS ? "week" : "month";
}

/** Returns the start of the step that contains the time; weeks start on Mondays. */
function beginOf(time: number, step: GrowthStep): number {
  const date = new Date(time);
  if (step === "month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  return step === "day" ? day : day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
}

function nextOf(from: number, step: GrowthStep): number {
  if (step !== "month") return from + (step === "day" ? DAY_MS : 7 * DAY_MS);
  const date = new Date(from);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
