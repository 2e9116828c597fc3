import type { TierKey } from "@knote/contract";

/** The one user of a service that runs for its owner alone. */
export const LOCAL_OWNER = "local:owner";

/** The tier that a user begins with. */
export function firstTier(userId: string, defaultTier: TierKey): TierKey {
  return userId === LOCAL_OWNER ? "agent" : defaultTier;
}
