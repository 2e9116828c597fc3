import { LIMITS, type TierKey } from "@knote/contract";
import type { Services } from "../context.ts";
import { webhookStopped } from "./receiver-notices.ts";

/**
 * Stops the newest webhooks of a user who has more active ones than the tier allows, and notifies the user. Returns how
 * many. They are started by their owner, who stops others or changes the tier.
 */
export async function stopBeyondTier(
  { storage, clock }: Pick<Services, "storage" | "clock">,
  userId: string,
  tier: TierKey,
): Promise<number> {
  const active = (await storage.webhooks.list(userId)).filter(({ stopped }) => stopped === null);
  const surplus = active.slice(LIMITS.webhooksPerTier[tier]);
  for (const { id, url, standing } of surplus) {
    const now = clock.now();
    if ((await storage.webhooks.change(userId, id, { stopped: "tier", updatedAt: now })) === null) continue;
    const subject = { id, url, failingSince: standing.failingSince };
    await storage.activity.append(userId, [webhookStopped(subject, "tier", now)]);
  }
  return surplus.length;
}
