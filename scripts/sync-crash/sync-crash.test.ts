import { expect, it } from "vitest";
import { runSyncCrashes } from "./run-sync-crashes.ts";

/** `node scripts/sync-crash.ts` kills hundreds of times. */
const KILLS = Number(process.env["SYNC_KILLS"] ?? 4);

it(`loses no word of any edit when a sync is killed ${KILLS} times`, { timeout: 600_000 }, async () => {
  const seed = Math.floor(Math.random() * 1_000_000);
  const { edits, faults } = await runSyncCrashes({ kills: KILLS, seed });
  expect(faults, `seed ${seed}`).toEqual([]);
  expect(edits).toBeGreaterThan(KILLS);
});
