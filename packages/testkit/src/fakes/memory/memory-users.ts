import type { TierKey } from "@knote/contract";
import type { UserStore } from "@knote/api";

export function createMemoryUsers(): UserStore {
  const tiers = new Map<string, TierKey>();
  return {
    async ensure(userId, defaultTier) {
      const tier = tiers.get(userId) ?? defaultTier;
      tiers.set(userId, tier);
      return tier;
    },
    async setTier(userId, tier) {
      tiers.set(userId, tier);
    },
  };
}
