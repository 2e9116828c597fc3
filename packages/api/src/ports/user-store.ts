import type { TierKey } from "@knote/contract";

export interface UserStore {
  /** The user's tier; the user is made with `defaultTier` when unknown. */
  ensure(userId: string, defaultTier: TierKey): Promise<TierKey>;
  /** Sets the tier, making the user when unknown. */
  setTier(userId: string, tier: TierKey): Promise<void>;
}
