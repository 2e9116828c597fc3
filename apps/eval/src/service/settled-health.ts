import { setTimeout as wait } from "node:timers/promises";
import type { Health } from "@knote/contract";

const PAUSE_MS = 250;
const MOST_CHECKS = 20;

/** Returns the health of a service once it is ok, or its last one: a part can be late while a service starts. */
export async function settledHealth(check: () => Promise<Health>, pauseMs: number = PAUSE_MS): Promise<Health> {
  let health = await check();
  for (let count = 1; health.status !== "ok" && count < MOST_CHECKS; count++) {
    await wait(pauseMs);
    health = await check();
  }
  return health;
}
