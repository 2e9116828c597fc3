import type { ProposalPrecisions } from "@knote/contract";
import type { Precisions } from "../context.ts";
import { createBoundedCache } from "../kit/bounded-cache.ts";
import { measurePrecision } from "./measure-precision.ts";

const MOST_USERS = 1_000;
/** Longest time that a process sees old figures when another dies between a write and its mark. */
const REMEMBERED_MS = 60_000;

export function createPrecisions(): Precisions {
  const entries = createBoundedCache<
    string,
    { readonly version: string; readonly precisions: Promise<ProposalPrecisions> }
  >({ most: MOST_USERS, forMs: REMEMBERED_MS });
  return {
    async of(ctx) {
      const { userId } = ctx.actor;
      // Read first: a later look is in what is measured, or changes the version.
      const { standing: version } = await ctx.storage.links.versions(userId);
      const earlier = entries.get(userId);
      if (earlier?.version === version) return await earlier.precisions;
      const entry = { version, precisions: measurePrecision(ctx) };
      entries.set(userId, entry);
      try {
        return await entry.precisions;
      } catch (error) {
        if (entries.get(userId) === entry) entries.delete(userId);
        throw error;
      }
    },
    forget: entries.delete,
  };
}
