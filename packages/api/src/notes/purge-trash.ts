import { DAY_MS, LIMITS } from "@knote/contract";
import type { Services } from "../context.ts";

const BATCH = 100;

/** Removes for good the notes that were deleted at least 30 days ago. Returns how many. */
export async function purgeTrash(services: Pick<Services, "clock" | "storage">): Promise<number> {
  const before = new Date(services.clock.now() - LIMITS.trashDays * DAY_MS).toISOString();
  let purgedCount = 0;
  for (;;) {
    const count = await services.storage.notes.purgeDeletedBefore(before, BATCH);
    purgedCount += count;
    if (count < BATCH) return purgedCount;
  }
}
