import type { Services } from "../context.ts";

/** Removes a user with all that is theirs, from what is stored and from what is remembered. */
export async function eraseAccount(
  services: Pick<Services, "clock" | "judge" | "linkThresholds" | "storage">,
  userId: string,
): Promise<void> {
  // Tokens of this very millisecond are refused, too.
  await services.storage.users.erase(userId, services.clock.now() + 1);
  services.linkThresholds.forget(userId);
  services.judge?.forget?.();
}
