import { DAY_MS } from "@knote/contract";
import { createBoundedCache } from "../kit/bounded-cache.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { Storage } from "../ports/storage.ts";
import { readPast } from "./past-graph.ts";

const WEEKS = 12;
/** How far back the figures of lately go. */
const LATELY_MS = 30 * DAY_MS;
const MOST_USERS = 100;
/** Most notes that are remembered as open for one user; of more, those that come first. */
const MOST_OPEN = 10_000;

/** How a graph was, as if nobody had ever looked. */
export interface Trend {
  /** Twelve moments, a week apart and oldest first; the last one is the beginning of the day. */
  readonly points: readonly { readonly at: string; readonly load_bearing: number; readonly open: number }[];
  /** When lately began. */
  readonly since: string;
  /** The notes that were open then. */
  readonly openSince: ReadonlySet<string>;
}

/** One user's graph at present. */
export interface OwnGraph {
  readonly storage: Storage;
  readonly userId: string;
  readonly states: DerivedStates;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Remembers each user's trend for the rest of the day: working it out derives the graph thirteen times. */
export interface Trends {
  /** `states` are the present ones. */
  of(graph: OwnGraph): Promise<Trend>;
  forget(userId: string): void;
}

export function createTrends(): Trends {
  const trends = createBoundedCache<string, { readonly day: number; readonly trend: Promise<Trend> }>({
    most: MOST_USERS,
  });
  return {
    async of(graph) {
      const { userId, now } = graph;
      const day = Math.floor(now / DAY_MS);
      const earlier = trends.get(userId);
      if (earlier?.day === day) return await earlier.trend;
      const entry = { day, trend: deriveTrend(graph, day * DAY_MS) };
      trends.set(userId, entry);
      try {
        return await entry.trend;
      } catch (error) {
        if (trends.get(userId) === entry) trends.delete(userId);
        throw error;
      }
    },
    forget: (userId) => trends.delete(userId),
  };
}

async function deriveTrend({ storage, userId, states }: OwnGraph, today: number): Promise<Trend> {
  const weeks = Array.from({ length: WEEKS }, (_, index) => today - (WEEKS - 1 - index) * 7 * DAY_MS);
  const measure = await readPast(storage, userId, { states, since: timeOf(weeks[0]!) });
  const points: Trend["points"][number][] = [];
  for (const week of weeks) {
    const { loadBearing, openIds } = await measure(timeOf(week));
    points.push({ at: timeOf(week), load_bearing: loadBearing, open: openIds.size });
  }
  const since = timeOf(today - LATELY_MS);
  const { openIds } = await measure(since);
  return { points, since, openSince: new Set([...openIds].slice(0, MOST_OPEN)) };
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
