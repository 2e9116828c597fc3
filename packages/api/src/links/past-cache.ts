import type { PastCache, PastStates, ServiceContext } from "../context.ts";
import type { PastVersions } from "../past/past-version.ts";
import { readPastVersions, termKeysOf } from "../past/past-versions.ts";
import { createTermMemory } from "../past/term-memory.ts";
import { derivePastStates } from "./past-states.ts";

/** Most state links and changed notes that are remembered for all users and times together: about 64 MiB. */
const MOST_REMEMBERED = 200_000;
/** Most times that are remembered. */
const MOST_TIMES = 100;
/** Longest time that a process sees old states when another dies between a write and its mark. */
const REMEMBERED_MS = 60_000;

type Reader = Pick<ServiceContext, "storage" | "actor">;

interface Entry {
  readonly userId: string;
  readonly version: string;
  readonly until: number;
  readonly past: Promise<PastStates>;
  versions: Promise<PastVersions> | null;
  /** How many state links and changed notes it holds, and one; 1 until they are read. */
  size: number;
}

export function createPastCache(): PastCache {
  const terms = createTermMemory();
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

  /** Counts what an entry holds once it is known; forgets one that could not be read. */
  async function settle(key: string, entry: Entry, pendingSize: Promise<number>): Promise<void> {
    try {
      entry.size += await pendingSize;
      dropOldest(entry);
    } catch {
      if (entries.get(key) === entry) entries.delete(key);
    }
  }

  async function entryOf(ctx: Reader, at: string): Promise<Entry> {
    const { userId } = ctx.actor;
    const key = `${userId} ${at}`;
    // Read first: a later write is in what follows, or changes the versions.
    const { standing, notes } = await ctx.storage.links.versions(userId);
    const version = `${standing} ${notes}`;
    const earlier = entries.get(key);
    const isCurrent = earlier?.version === version && earlier.until > performance.now();
    const until = performance.now() + REMEMBERED_MS;
    const entry = isCurrent
      ? earlier
      : { userId, version, until, past: derivePastStates(ctx, at), versions: null, size: 1 };
    // Set again, so that the least recently used entry is dropped first.
    entries.delete(key);
    entries.set(key, entry);
    if (!isCurrent) void settle(key, entry, entry.past.then(sizeOf));
    return entry;
  }

  return {
    terms,
    of: async (ctx, at) => await (await entryOf(ctx, at)).past,
    async versions(ctx, at) {
      const entry = await entryOf(ctx, at);
      if (entry.versions === null) {
        entry.versions = entry.past.then(({ changedNotes }) =>
          readPastVersions(ctx, { at, changedNotes, memory: terms }),
        );
        void settle(
          `${ctx.actor.userId} ${at}`,
          entry,
          entry.versions.then(({ byId }) => byId.size),
        );
      }
      return await entry.versions;
    },
    forget(userId) {
      for (const [key, entry] of entries) if (entry.userId === userId) entries.delete(key);
      terms.forget(termKeysOf(userId));
    },
  };
}

function sizeOf({ states: { newerOf, contradictions }, changedNotes }: PastStates): number {
  const linkCount = newerOf.values().reduce((sum, { length }) => sum + length, contradictions.length);
  return linkCount + changedNotes.length;
}
