import type { TierKey } from "@knote/contract";
import type { SessionStore, UserStore } from "@knote/api";

interface MemoryUsersDeps extends Pick<SessionStore, "isTokenValid"> {
  /** Called with users who are created, even again. */
  clearErasure(userId: string): void;
  /** Called with users who are erased. */
  erase(userId: string, notBefore: number): void;
}

export function createMemoryUsers({
  clearErasure: welcome,
  erase,
  isTokenValid: tokenCounts,
}: MemoryUsersDeps): UserStore {
  const tiers = new Map<string, TierKey>();
  const set = (userId: string, tier: TierKey) => {
    welcome(userId);
    tiers.set(userId, tier);
    return tier;
  };
  const ensure: UserStore["ensure"] = async (userId, defaultTier) => tiers.get(userId) ?? set(userId, defaultTier);
  return {
    ensure,
    admit: async (userId, token, defaultTier) =>
      (await tokenCounts(userId, token)) ? await ensure(userId, defaultTier) : null,
    async setTier(userId, tier) {
      set(userId, tier);
    },
    async erase(userId, notBefore) {
      tiers.delete(userId);
      erase(userId, notBefore);
    },
  };
}
