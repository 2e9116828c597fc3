import { expect } from "vitest";
import type { ServerProcess } from "@knote/testkit";
import type { Times, Victim } from "./victim.ts";
import type { VillainThread } from "./start-hostile-threads.ts";
import { untilIdle } from "./under-way.ts";

/** Highest allowed ratio of an honest user's slowest request under attack to the quiet one. */
const MOST = 3;
/** Answers within this count as equally quick: shorter times measure how busy the machine is. */
const QUICK_MS = 50;
/**
 * The best of these pairs of rounds counts: other load on the machine disturbs some pairs, while the cost of a hostile
 * user shows in all of them.
 */
const PAIRS = 3;
/** Time until the act is at its worst. */
const WARM_UP_MS = 300;

interface Figures {
  readonly kind: string;
  readonly quietMs: number;
  readonly hostileMs: number;
  readonly ratio: number;
}

/** Alternates quiet rounds and rounds during the act until one pair shows that others are not slowed down. */
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
  expect([act, victim.takeRefusals()]).toEqual([act, []]);
  const best = worst.reduce((one, other) => (other.ratio < one.ratio ? other : one));
  expect(best.ratio, `${act}: ${JSON.stringify(worst)}`).toBeLessThanOrEqual(MOST);
}

/** Returns the figures of the kind of request that slowed down most. */
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
