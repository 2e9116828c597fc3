import { setImmediate } from "node:timers/promises";
import type { Clock, Storage } from "@knote/api";
import { createMemoryStorage, type TestClock } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { onEveryEngine } from "../testing/on-every-engine.ts";
import { createHistories } from "../testing/sign-out-histories.ts";

/** Histories per engine. */
const LONG = Number(process.env["KNOTE_SIGN_OUT_HISTORIES"] ?? 0);
const AT_ONCE = 50;

/** A clock that advances a millisecond per reading, so that the order of steps decides, not the machine's speed. */
function countingClock(): Clock {
  let time = Date.now();
  return { now: () => time++ };
}

/** The same clock for the engine. */
function stepping(clock: TestClock): Clock {
  return {
    now() {
      clock.advance(1);
      return clock.now();
    },
  };
}

async function faultsOf(count: number, storageOf: () => Storage, clock: Clock): Promise<string[]> {
  const faults: string[] = [];
  let next = 0;
  const work = async () => {
    for (let seed = next++; seed < count; seed = next++) {
      for (const fault of await createHistories(storageOf(), clock)(seed)) faults.push(`seed ${seed}: ${fault}`);
      await setImmediate();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return faults;
}

describe("once a sign-out or an erasure is answered, no earlier token is valid and none of its requests writes", () => {
  it("in 10,000 histories", { timeout: 600_000 }, async () => {
    const clock = countingClock();
    expect(await faultsOf(10_000, () => createMemoryStorage({ clock }), clock)).toEqual([]);
  });

  onEveryEngine((servicesOf) => {
    it("in as many histories as there is time for", { timeout: 7_200_000 }, async () => {
      const { storage, clock } = servicesOf();
      expect(await faultsOf(LONG || 40, () => storage, stepping(clock))).toEqual([]);
    });
  });
});
