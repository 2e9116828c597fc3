import fc from "fast-check";
import { describe, it } from "vitest";
import { anyHistory } from "./testing/any-history.ts";
import { SyncWorld } from "./testing/sync-world.ts";

/** About 10 to 17 ms of processor time each. A million by hand: SYNC_HISTORIES=1000000 npm test -- packages/sync/src/histories.test.ts */
const HISTORIES = Number(process.env["SYNC_HISTORIES"] ?? 1_000);
/** The same histories each time; others by hand. */
const SEED = Number(process.env["SYNC_SEED"] ?? 7);

describe("any history of edits, faults and syncs", () => {
  it("loses nothing, and ends with both sides alike", { timeout: 0 }, async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, async (history) => {
        const world = await SyncWorld.create(history);
        await world.run(history);
        await world.check();
      }),
      { numRuns: HISTORIES, seed: SEED },
    );
  });
});
