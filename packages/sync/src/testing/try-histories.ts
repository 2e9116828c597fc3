import fc from "fast-check";
import { describe, it } from "vitest";
import { anyHistory, type Ground, type History } from "./any-history.ts";
import { SyncWorld } from "./sync-world.ts";

/** On each ground, of which there are four. A million in all by hand: SYNC_HISTORIES=250000 npm test -- packages/sync/src/histories */
const HISTORIES = Number(process.env["SYNC_HISTORIES"] ?? 1_000);
/** The same histories each time; others by hand. */
const SEED = Number(process.env["SYNC_SEED"] ?? 7);

/** Tries random histories. Each ground has a file of its own, so that they run side by side. */
export function tryHistories(ground: Ground): void {
  describe("any history of edits, faults and syncs", () => {
    it("loses nothing, and ends with both sides alike", { timeout: 0 }, async () => {
      await fc.assert(fc.asyncProperty(anyHistory(ground), live), { numRuns: HISTORIES, seed: SEED });
    });
  });
}

export async function live(history: History): Promise<void> {
  const world = await SyncWorld.create(history);
  await world.run(history);
  await world.check();
}
