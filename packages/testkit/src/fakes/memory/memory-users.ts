import type { TierKey } from "@knote/contract";
import type { UserStore } from "@knote/api";

/** `welcome` and `erase` are told of users who are made anew and of those who go. */
export function createMemoryUsers(
  welcome: (userId: string) => void,
  erase: (userId: string, notBefore: number) => void,
): UserStore {
  const tiers = new Map<string, TierKey>();
  const set = (userId: string, tier: TierKey) => {
    welcome(userId);
    tiers.set(userId, tier);
    return tier;
  };
  return {
    ensure: async (userId, defaultTier) => tiers.get(userId) ?? set(userId, defaultTier),
    async setTier(userId, tier) {
      set(userId, tier);
    },
    async erase(userId, notBefore) {
      tiers.delete(userId);
      erase(userId, notBefore);
    },
  };
}
