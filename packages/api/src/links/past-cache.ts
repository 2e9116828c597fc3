import type { PastCache, PastStates, ServiceContext } from "../context.ts";
import type { PastVersions } from "../past/past-version.ts";
import { readPastVersions, termKeysOf } from "../past/past-versions.ts";
import { createTermMemory } from "../past/term-memory.ts";
import { createDerivationCache } from "../kit/derivation-cache.ts";
import { derivePastStates } from "./past-states.ts";

/** Most state links and changed notes that are remembered for all users and times, and most versions: about 64 MiB. */
const MOST_REMEMBERED = 100_000;
/** Most times that are remembered. */
const MOST_TIMES = 100;
/** Longest time that a process sees old states when another dies between a write and its mark. */
const REMEMBERED_MS = 60_000;

type Reader = Pick<ServiceContext, "storage" | "actor">;

export function createPastCache(): PastCache {
  const terms = createTermMemory();
  const bounds = { most: MOST_TIMES, mostInAll: MOST_REMEMBERED, forMs: REMEMBERED_MS };
  const statesCache = createDerivationCache<Promise<PastStates>>(bounds);
  const versionsCache = createDerivationCache<Promise<PastVersions>>(bounds);

  /** Read before what is derived: a later write is in what follows, or changes the version. */
  async function versionOf({ storage, actor }: Reader): Promise<string> {
    const { standing, notes } = await storage.links.versions(actor.userId);
    return `${standing} ${notes}`;
  }

  async function statesOf(ctx: Reader, at: string, version: string): Promise<PastStates> {
    return await statesCache.of(keyOf(ctx, at), version, () => {
      const value = derivePastStates(ctx, at);
      return { value, size: value.then(sizeOf) };
    });
  }

  async function readVersions(ctx: Reader, at: string, version: string): Promise<PastVersions> {
    const { changedNotes } = await statesOf(ctx, at, version);
    return await readPastVersions(ctx, { at, changedNotes, memory: terms });
  }

  return {
    terms,
    of: async (ctx, at) => await statesOf(ctx, at, await versionOf(ctx)),
    async versions(ctx, at) {
      const version = await versionOf(ctx);
      return await versionsCache.of(keyOf(ctx, at), version, () => {
        const value = readVersions(ctx, at, version);
        return { value, size: value.then(({ byId }) => byId.size) };
      });
    },
    forget(userId) {
      const isOfUser = (key: string) => key.startsWith(`${userId} `);
      statesCache.forget(isOfUser);
      versionsCache.forget(isOfUser);
      terms.forget(termKeysOf(userId));
    },
  };
}

function keyOf({ actor }: Reader, at: string): string {
  return `${actor.userId} ${at}`;
}

function sizeOf({ states: { newerOf, contradictions }, changedNotes }: PastStates): number {
  const linkCount = newerOf.values().reduce((sum, { length }) => sum + length, contradictions.length);
  return linkCount + changedNotes.length;
}
