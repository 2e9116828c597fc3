import { expect, it } from "vitest";
import { testClock } from "./test-clock.ts";

it("stands still until it is moved", () => {
  const clock = testClock("2026-03-01T12:00:00.000Z");
  expect(new Date(clock.now()).toISOString()).toBe("2026-03-01T12:00:00.000Z");
  clock.advance(1_500);
  expect(new Date(clock.now()).toISOString()).toBe("2026-03-01T12:00:01.500Z");
  clock.set("2026-04-01T00:00:00.000Z");
  expect(clock.now()).toBe(Date.UTC(2026, 3, 1));
});

it("goes back only with turnBack", () => {
  const clock = testClock(1_000);
  expect(() => clock.set(999)).toThrow(RangeError);
  expect(() => clock.advance(-1)).toThrow(RangeError);
  expect(() => clock.set("soon")).toThrow(RangeError);
  expect(clock.now()).toBe(1_000);
  clock.turnBack(400);
  expect(clock.now()).toBe(600);
});
