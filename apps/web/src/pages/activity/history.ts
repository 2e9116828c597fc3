import type { ActivityEvent, ActivityList } from "@knote/contract";
import { type EventKind, kindOf } from "./event-kinds.ts";

export interface HistoryEntry {
  readonly id: string;
  readonly event: ActivityEvent;
}

export interface Day {
  /** Midnight of the day here. */
  readonly at: number;
  readonly entries: readonly HistoryEntry[];
}

/** Both lists as one, newest first: what is only in the live one came after the history was asked for. */
export function merged(...lists: readonly (ActivityList | undefined)[]): HistoryEntry[] {
  const byId = new Map<string, HistoryEntry>();
  for (const { id, data } of lists.flatMap((list) => list?.events ?? [])) byId.set(id, { id, event: data });
  // By time, as ids tell no order; what is of the same moment stays as the lists have it.
  return [...byId.values()].sort((one, other) => Date.parse(other.event.timestamp) - Date.parse(one.event.timestamp));
}

/**
 * What shows: of one kind, or all. An import tells of itself again and again; its latest count is enough. The
 * counts of another import begin again, so a greater one that comes earlier is another's.
 */
export function shownOf(entries: readonly HistoryEntry[], kind: EventKind | undefined): HistoryEntry[] {
  let later: number | null = null;
  return entries.filter(({ event }) => {
    if (kind !== undefined && kindOf(event) !== kind) return false;
    if (event.type !== "import_progress") return true;
    const { created, exists, linked, failed } = event.data;
    const lines = created + exists + linked + failed;
    const repeats = later !== null && lines < later;
    later = lines;
    return !repeats;
  });
}

export function byDay(entries: readonly HistoryEntry[]): Day[] {
  const days = Map.groupBy(entries, ({ event }) => new Date(event.timestamp).setHours(0, 0, 0, 0));
  return [...days].map(([at, of]) => ({ at, entries: of }));
}

const weekday = new Intl.DateTimeFormat("en", { weekday: "long", day: "numeric", month: "long" });
const DAY_MS = 86_400_000;

export function dayName(at: number, now: number): string {
  const today = new Date(now).setHours(0, 0, 0, 0);
  if (at === today) return "Today";
  // A day with a change of the clock is an hour longer or shorter.
  return Math.round((today - at) / DAY_MS) === 1 ? "Yesterday" : weekday.format(at);
}
