import { expect, it } from "vitest";
import { runCrashes } from "./run-crashes.ts";

/** Enough for every kind of moment; `npm run crash` kills hundreds of times. */
const KILLS = 8;

it(
  `keeps everything that it acknowledged, and nothing incomplete, when killed ${KILLS} times under mixed load`,
  // Longer than the allowed standstill of the embedding, which must be reported as a fault.
  { timeout: 600_000 },
  async () => {
    const seed = Math.floor(Math.random() * 1_000_000);
    const { acknowledgedCount, faults } = await runCrashes({ kills: KILLS, seed });
    expect(faults, `seed ${seed}`).toEqual([]);
    expect(acknowledgedCount).toBeGreaterThan(KILLS);
  },
);
