import { expect, it } from "vitest";
import { createEventLoop, realTime } from "./event-loop.ts";
import { createTurns } from "./turns.ts";

/** A loop whose beats the test triggers. */
function setUp() {
  let time = 1_000_000;
  let beat = () => {};
  let isClosed = false;
  const loop = createEventLoop({
    now: () => time,
    every(_, callback) {
      beat = callback;
      return () => void (isClosed = true);
    },
  });
  return {
    loop,
    isClosed: () => isClosed,
    /** Returns how long a request that arrives then has waited. */
    beatAfter(milliseconds: number) {
      time += milliseconds;
      beat();
      return loop.waitedMs();
    },
    pass: (milliseconds: number) => void (time += milliseconds),
  };
}

it("is not late while beats come in time, for however long", () => {
  const { beatAfter } = setUp();
  for (let count = 0; count < 1_000; count++) expect(beatAfter(400)).toBe(0);
});

it("ignores a single late beat", () => {
  const { beatAfter } = setUp();
  expect([100, 4_900, 100, 4_900, 100].map(beatAfter)).toEqual([0, 0, 0, 0, 0]);
});

it("ignores a machine that stood still, for however long", () => {
  const { beatAfter, pass, loop } = setUp();
  beatAfter(100);
  pass(60_000);
  expect(loop.waitedMs()).toBe(0);
  expect([0, 100, 100].map(beatAfter)).toEqual([0, 0, 0]);
});

it("is late when no beat has been in time for five seconds, by as much as the last one was", () => {
  const { beatAfter } = setUp();
  expect([1_900, 1_900, 1_900, 500].map(beatAfter)).toEqual([0, 0, 1_800, 400]);
});

it("adds the time since the last beat", () => {
  const { beatAfter, pass, loop } = setUp();
  for (let count = 0; count < 9; count++) beatAfter(900);
  pass(50);
  expect(loop.waitedMs()).toBe(800);
  pass(250);
  expect(loop.waitedMs()).toBe(1_000);
});

it("has caught up with the first beat in time", () => {
  const { beatAfter } = setUp();
  for (let count = 0; count < 9; count++) beatAfter(900);
  expect(beatAfter(200)).toBe(0);
  expect(beatAfter(900)).toBe(0);
});

it("beats by itself until it is closed", () => {
  const fake = setUp();
  fake.loop.close();
  expect(fake.isClosed()).toBe(true);
  const loop = createEventLoop(realTime(createTurns()));
  expect(loop.waitedMs()).toBe(0);
  loop.close();
});
