import type { ProposalPrecisions } from "@knote/contract";
import type { Precisions } from "../context.ts";
import { createDerivationCache } from "../kit/derivation-cache.ts";
import { measurePrecision } from "./measure-precision.ts";

const MOST_USERS = 1_000;
/** Longest time that a process sees old figures when another dies between a write and its mark. */
const REMEMBERED_MS = 60_000;

export function createPrecisions(): Precisions {
  const cache = createDerivationCache<Promise<ProposalPrecisions>>({ most: MOST_USERS, forMs: REMEMBERED_MS });
  return {
    async of(ctx) {
      const { userId } = ctx.actor;
      // Read first: a later look is in what is measured, or changes the version.
      const { standing } = await ctx.storage.links.versions(userId);
      return await cache.of(userId, standing, () => {
        const value = measurePrecision(ctx);
        return { value, size: value.then(() => 1) };
      });
    },
    forget: cache.forget,
  };
}
