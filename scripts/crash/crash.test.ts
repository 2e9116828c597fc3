import { expect, it } from "vitest";
import { runCrashes } from "./run-crashes.ts";

/** Enough for every kind of moment to come up; `npm run crash` goes on for hundreds. */
const KILLS = 8;

it(
  `keeps all that it acknowledged, and nothing by halves, when it is killed ${KILLS} times under mixed load`,
  // Longer than what is to be embedded may stand still: that is to be told as a fault.
  { timeout: 600_000 },
  async () => {
    const seed = Math.floor(Math.random() * 1_000_000);
    const { acknowledged, faults } = await runCrashes({ kills: KILLS, seed });
    expect(faults, `seed ${seed}`).toEqual([]);
    expect(acknowledged).toBeGreaterThan(KILLS);
  },
);
