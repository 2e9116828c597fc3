import type { Services } from "../context.ts";

/** Removes a user with all their data, from the storage and from the caches. */
export async function eraseAccount(
  services: Pick<
    Services,
    "clock" | "judge" | "linkThresholds" | "outlet" | "past" | "precisions" | "reviews" | "storage" | "trends"
  >,
  userId: string,
): Promise<void> {
  // + 1 refuses tokens of this very millisecond too.
  await services.storage.users.erase(userId, services.clock.now() + 1);
  services.outlet.refresh(userId);
  services.linkThresholds.forget(userId);
  services.reviews.forget(userId);
  services.past.forget(userId);
  services.trends.forget(userId);
  services.precisions.forget(userId);
  services.judge?.forget?.();
}
