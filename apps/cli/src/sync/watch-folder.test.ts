import type { SyncResult } from "@knote/sync";
import { eventually, testClock } from "@knote/testkit";
import { expect, it } from "vitest";
import { createPace } from "./pace.ts";
import { Interruption } from "./stoppable.ts";
import { type Bells, watchFolder } from "./watch-folder.ts";

const ALIKE: SyncResult = { acts: new Map(), holds: [], guards: [], failures: [], conflicts: [], isAlike: true };

/** A watched folder whose looks are counted, and a clock that moves only when the test says so. */
function setUp() {
  const clock = testClock();
  const start = clock.now();
  const sleepers = new Set<{ readonly at: number; wake(): void }>();
  const stop = new AbortController();
  const looks: number[] = [];
  const log: string[] = [];
  let result = ALIKE;
  let failure: Error | null = null;
  let bells!: Bells;
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      sleepers.add({ at: clock.now() + milliseconds, wake: resolve });
      stop.signal.addEventListener("abort", () => resolve(), { once: true });
    });
  const pace = createPace(clock.now);
  const end = watchFolder({
    ...{ pace, clock: { now: clock.now, wait }, signal: stop.signal },
    async listen(theirs) {
      bells = theirs;
      return async () => void log.push("deaf");
    },
    async open() {
      log.push("open");
      return {
        async sync() {
          looks.push((clock.now() - start) / 1_000);
          if (failure !== null) throw failure;
          return result;
        },
        close: async () => void log.push("close"),
      };
    },
    onResult: () => {},
    isPassing: async (error) => (error as Error).message === "away",
  });
  const idle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    ...{ end, looks, log, stop: () => stop.abort() },
    ring: () => bells,
    setResult: (changes: Partial<SyncResult>) => void (result = { ...ALIKE, ...changes }),
    setFailure: (error: Error | null) => void (failure = error),
    /** Lets time pass, from one sleeper to the next. */
    async pass(milliseconds: number) {
      const until = clock.now() + milliseconds;
      for (;;) {
        await idle();
        const next = Math.min(until, ...Array.from(sleepers, ({ at }) => at));
        clock.set(Math.max(next, clock.now()));
        for (const sleeper of sleepers) if (sleeper.at <= clock.now() && sleepers.delete(sleeper)) sleeper.wake();
        await idle();
        if (next === until) return;
      }
    },
  };
}

it("looks at once, then each minute", async () => {
  const { pass, looks, log, stop, end } = setUp();
  await pass(130_000);
  expect(looks).toEqual([0, 60, 120]);
  stop();
  await end;
  expect(log).toEqual(["open", "close", "deaf"]);
});

it("looks when a file has settled, and when it has rested", async () => {
  const { pass, looks, ring, stop, end } = setUp();
  await pass(5_000);
  ring().onFile("a.md");
  await pass(100);
  ring().onFile("a.md");
  await pass(20_000);
  expect(looks).toEqual([0, 5.4, 15.1]);
  stop();
  await end;
});

it("asks the service at most every two seconds, however often it rings", async () => {
  const { pass, looks, ring, stop, end } = setUp();
  await pass(10_000);
  for (let second = 0; second < 5; second++) {
    ring().onServer();
    await pass(1_000);
  }
  expect(looks).toEqual([0, 10, 12, 14]);
  stop();
  await end;
});

it("looks again soon at what is not settled, and not at what waits for people", async () => {
  const { pass, looks, setResult, stop, end } = setUp();
  setResult({ isAlike: false });
  await pass(5_000);
  expect(looks).toEqual([0, 2, 4]);
  setResult({ isAlike: false, guards: [{ kind: "files-gone", count: 11 }] });
  await pass(30_000);
  expect(looks).toEqual([0, 2, 4, 6]);
  stop();
  await end;
});

it("goes on when what failed has passed, trying less and less often", async () => {
  const { pass, looks, log, setFailure, stop, end } = setUp();
  await pass(1_000);
  setFailure(new Error("away"));
  await pass(120_000);
  expect(looks).toEqual([0, 60, 65, 75, 95]);
  setFailure(null);
  await pass(80_000);
  expect(looks.slice(5)).toEqual([135, 195]);
  stop();
  await end;
  expect(log.filter((word) => word === "open")).toHaveLength(log.filter((word) => word === "close").length);
});

it("ends with a failure that does not pass, and without one when it is stopped within an act", async () => {
  const failing = setUp();
  failing.setFailure(new Error("refused"));
  await expect(failing.end).rejects.toThrow("refused");
  expect(failing.log).toEqual(["open", "close", "deaf"]);
  const stopping = setUp();
  stopping.setFailure(new Interruption());
  await stopping.end;
  await eventually(() => expect(stopping.log).toEqual(["open", "close", "deaf"]));
});
