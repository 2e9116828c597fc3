import { type ActivityEvent, type ActivityList, DAY_MS } from "@knote/contract";
import { type EventKind, kindOf } from "./event-kinds.ts";

export interface HistoryEntry {
  readonly id: string;
  readonly event: ActivityEvent;
}

export interface Day {
  /** Midnight of the day in local time. */
  readonly at: number;
  readonly entries: readonly HistoryEntry[];
}

/** Merges the lists, newest first: the live list has events that are newer than the loaded history. */
export function mergeLists(...lists: readonly (ActivityList | undefined)[]): HistoryEntry[] {
  const byId = new Map<string, HistoryEntry>();
  for (const { id, data } of lists.flatMap((list) => list?.events ?? [])) byId.set(id, { id, event: data });
  // Sorted by time, because ids have no order; events of the same moment keep the order of the lists.
  return [...byId.values()].sort((one, other) => Date.parse(other.event.timestamp) - Date.parse(one.event.timestamp));
}

/**
 * Returns the entries to show, of one kind or all. An import reports its progress repeatedly, so only its latest count
 * is kept. Counts of an import only grow, so an earlier but greater count belongs to another import.
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

export function dayName(at: number, now: number): string {
  const today = new Date(now).setHours(0, 0, 0, 0);
  if (at === today) return "Today";
  // Rounded, because a day with a clock change is an hour longer or shorter.
  return Math.round((today - at) / DAY_MS) === 1 ? "Yesterday" : weekday.format(at);
}
