import type { TierKey } from "@knote/contract";
import type { Services } from "../context.ts";
import { stopBeyondTier } from "../webhooks/stop-beyond-tier.ts";

/** Sets a user's tier, and stops the webhooks that it does not allow any more. Returns how many. */
export async function setTier(
  services: Pick<Services, "storage" | "clock">,
  userId: string,
  tier: TierKey,
): Promise<number> {
  await services.storage.users.setTier(userId, tier);
  return await stopBeyondTier(services, userId, tier);
}
