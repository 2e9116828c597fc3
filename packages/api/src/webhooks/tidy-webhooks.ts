import { DAY_MS, LIMITS } from "@knote/contract";
import type { Services } from "../context.ts";
import { MOST_WAIT_MS } from "./schedule.ts";

/** Fails what has waited for 14 days, and removes deliveries that ended as long ago or are more than a log holds. */
export async function tidyWebhooks({ storage, clock }: Pick<Services, "storage" | "clock">): Promise<void> {
  const now = clock.now();
  const limits = {
    now,
    waitingSince: now - MOST_WAIT_MS,
    endedBefore: now - LIMITS.deliveryDays * DAY_MS,
    mostEnded: LIMITS.deliveriesLogged,
  };
  while (await storage.webhooks.tidy(limits));
}
