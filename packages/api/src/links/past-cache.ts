import type { PastCache, PastStates } from "../context.ts";
import { derivePastStates } from "./past-states.ts";

/** Most state links that are remembered for all users and times together: about 64 MiB. */
const MOST_REMEMBERED = 200_000;
/** Most times that are remembered. */
const MOST_TIMES = 100;
/** Longest time that a process sees old states when another dies between a write and its mark. */
const REMEMBERED_MS = 60_000;

interface Entry {
  readonly userId: string;
  readonly version: string;
  readonly until: number;
  readonly past: Promise<PastStates>;
  /** How many state links it holds, and one; 1 until they are read. */
  size: number;
}

export function createPastCache(): PastCache {
  const entries = new Map<string, Entry>();

  /** Drops the entries that were used longest ago, but not the newest. */
  function dropOldest(newest: Entry): void {
    let total = entries.values().reduce((sum, { size }) => sum + size, 0);
    for (const [key, entry] of entries) {
      if (total <= MOST_REMEMBERED && entries.size <= MOST_TIMES) return;
      if (entry === newest) continue;
      entries.delete(key);
      total -= entry.size;
    }
  }

  async function settle(key: string, entry: Entry): Promise<void> {
    try {
      entry.size = sizeOf(await entry.past);
      dropOldest(entry);
    } catch {
      if (entries.get(key) === entry) entries.delete(key);
    }
  }

  return {
    async of(ctx, at) {
      const { userId } = ctx.actor;
      const key = `${userId} ${at}`;
      // Read first: a later write is in what follows, or changes the versions.
      const { standing, notes } = await ctx.storage.links.versions(userId);
      const version = `${standing} ${notes}`;
      const earlier = entries.get(key);
      const isCurrent = earlier?.version === version && earlier.until > performance.now();
      const until = performance.now() + REMEMBERED_MS;
      const entry = isCurrent ? earlier : { userId, version, until, past: derivePastStates(ctx, at), size: 1 };
      // Set again, so that the least recently used entry is dropped first.
      entries.delete(key);
      entries.set(key, entry);
      if (!isCurrent) void settle(key, entry);
      return await entry.past;
    },
    forget(userId) {
      for (const [key, entry] of entries) if (entry.userId === userId) entries.delete(key);
    },
  };
}

function sizeOf({ states: { newerOf, contradictions } }: PastStates): number {
  return newerOf.values().reduce((sum, { length }) => sum + length, contradictions.length + 1);
}
