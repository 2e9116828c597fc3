import type { TierKey } from "@knote/contract";

/** The only user of a local service. */
export const LOCAL_OWNER = "local:owner";

/** Returns a new user's tier. */
export function firstTier(userId: string, defaultTier: TierKey): TierKey {
  return userId === LOCAL_OWNER ? "agent" : defaultTier;
}
