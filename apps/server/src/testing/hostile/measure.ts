import { expect } from "vitest";
import type { ServerProcess } from "@knote/testkit";
import type { Times, Victim } from "./victim.ts";
import type { VillainThread } from "./start-hostile-threads.ts";
import { untilIdle } from "./under-way.ts";

/** How many times as long the slowest of an honest user's requests may take. */
const MOST = 3;
/** What is answered within this is quick: below it a busy machine is all that is measured. */
const QUICK_MS = 50;
/**
 * Outside load hits quiet and hostile rounds alike, but not each pair of them: so the best of some pairs counts. What a
 * hostile user costs is there in every pair.
 */
const PAIRS = 3;
/** The act is at its worst by then. */
const WARM_UP_MS = 300;

interface Figures {
  readonly kind: string;
  readonly quietMs: number;
  readonly hostileMs: number;
  readonly ratio: number;
}

/** Quiet rounds and rounds beside the act, in turn, until a pair of them shows that others are not hurt. */
export async function expectHarmless(
  act: string,
  {
    server,
    victim,
    villain,
  }: { readonly server: ServerProcess; readonly victim: Victim; readonly villain: VillainThread },
): Promise<void> {
  const worst: Figures[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    await untilIdle(server);
    const quiet = await victim.round();
    await villain.tell(act, "begin");
    await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
    try {
      worst.push(worstOf(quiet, await victim.round()));
    } finally {
      await villain.tell(act, "stop");
    }
    if (worst.at(-1)!.ratio <= MOST) break;
  }
  expect([act, victim.refused()]).toEqual([act, []]);
  const best = worst.reduce((one, other) => (other.ratio < one.ratio ? other : one));
  expect(best.ratio, `${act}: ${JSON.stringify(worst)}`).toBeLessThanOrEqual(MOST);
}

/** The kind of request that suffered most. */
function worstOf(quiet: Times, hostile: Times): Figures {
  const figures = Array.from(quiet, ([kind, times]): Figures => {
    const [quietMs, hostileMs] = [p99(times), p99(hostile.get(kind)!)];
    return { kind, quietMs, hostileMs, ratio: hostileMs / Math.max(quietMs, QUICK_MS) };
  });
  return figures.reduce((one, other) => (other.ratio > one.ratio ? other : one));
}

function p99(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1]!;
}
