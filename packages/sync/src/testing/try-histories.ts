import { describe, it } from "vitest";
import type { GROUNDS } from "./any-history.ts";
import { liveMany } from "./live.ts";

/** On each ground, of which there are four. Far more by hand: scripts/sync-histories.ts */
const HISTORIES = 5_000;
/** The same histories each time. */
const SEED = 7;

/** Tries random histories. Each ground has a file of its own, so that they run side by side. */
export function tryHistories(ground: keyof typeof GROUNDS): void {
  describe("any history of edits, faults and syncs", () => {
    it("loses nothing, and ends with both sides alike", { timeout: 0 }, async () => {
      await liveMany(ground, { histories: HISTORIES, seed: SEED });
    });
  });
}
