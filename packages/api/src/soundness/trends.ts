import { DAY_MS } from "@knote/contract";
import { createDerivationCache } from "../kit/derivation-cache.ts";
import type { ServiceContext, Trend, Trends } from "../context.ts";
import { readPast } from "./past-graph.ts";

const WEEKS = 12;
/** How far back the figures of lately go. */
const LATELY_MS = 30 * DAY_MS;
const MOST_USERS = 100;
const MOST_OPEN = 10_000;

/** How much is remembered. */
interface TrendBounds {
  readonly mostUsers?: number;
  /** Most notes of one user. */
  readonly mostOpen?: number;
}

export function createTrends({ mostUsers = MOST_USERS, mostOpen = MOST_OPEN }: TrendBounds = {}): Trends {
  const cache = createDerivationCache<Promise<Trend>>({ most: mostUsers });
  return {
    async of(ctx) {
      const day = Math.floor(ctx.clock.now() / DAY_MS);
      return await cache.of(ctx.actor.userId, String(day), () => {
        const value = deriveTrend(ctx, { today: day * DAY_MS, mostOpen });
        return { value, size: value.then(() => 1) };
      });
    },
    forget: cache.forget,
  };
}

async function deriveTrend(
  ctx: Pick<ServiceContext, "storage" | "actor" | "reviews">,
  { today, mostOpen }: { readonly today: number; readonly mostOpen: number },
): Promise<Trend> {
  const weeks = Array.from({ length: WEEKS }, (_, index) => timeOf(today - (WEEKS - 1 - index) * 7 * DAY_MS));
  const since = timeOf(today - LATELY_MS);
  const measure = await readPast(ctx, [...weeks, since].sort());
  const points: Trend["points"][number][] = [];
  for (const at of weeks) {
    const { loadBearing, open } = await measure(at);
    points.push({ at, load_bearing: loadBearing, open });
  }
  const openIds = (await measure(since)).openIds();
  return { points, since, openSince: new Set([...openIds].slice(0, mostOpen)) };
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
