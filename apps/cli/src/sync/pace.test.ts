import { testClock } from "@knote/testkit";
import { expect, it } from "vitest";
import { createPace } from "./pace.ts";

function setUp() {
  const clock = testClock();
  return { ...clock, pace: createPace(clock.now) };
}

it("takes the first change after a quiet minute as soon as it has settled", () => {
  const { pace, advance, now } = setUp();
  expect(pace.isBusy("a.md")).toBe(false);
  pace.rang("a.md");
  expect(pace.nextDue(now())).toBe(now() + 300);
  advance(299);
  expect(pace.isBusy("a.md")).toBe(true);
  advance(1);
  expect(pace.isBusy("a.md")).toBe(false);
  expect(pace.isBusy("b.md")).toBe(false);
});

it("takes a file that goes on changing after ten quiet seconds", () => {
  const { pace, advance, now } = setUp();
  pace.rang("a.md");
  advance(300);
  expect(pace.isBusy("a.md")).toBe(false);
  for (let save = 0; save < 5; save++) {
    advance(2_000);
    pace.rang("a.md");
    advance(1_000);
    expect(pace.isBusy("a.md")).toBe(true);
  }
  const lookedAt = now();
  expect(pace.nextDue(lookedAt)).toBe(lookedAt + 9_000);
  advance(8_999);
  expect(pace.isBusy("a.md")).toBe(true);
  advance(1);
  expect(pace.isBusy("a.md")).toBe(false);
  expect(pace.nextDue(now())).toBe(Infinity);
});

it("takes a file that never rests each minute", () => {
  const { pace, advance, now } = setUp();
  const start = now();
  const takenAt: number[] = [];
  for (let second = 0; second < 180; second++) {
    pace.rang("a.md");
    advance(1_000);
    if (!pace.isBusy("a.md")) takenAt.push((now() - start) / 1_000);
  }
  expect(takenAt).toEqual([1, 61, 121]);
});

it("is due no more once a look has come, whatever the look took", () => {
  const { pace, advance, now } = setUp();
  pace.rang("a.md");
  advance(10_000);
  expect(pace.nextDue(now())).toBe(Infinity);
  advance(100_000);
  pace.nextDue(now());
  pace.rang("a.md");
  advance(300);
  expect(pace.isBusy("a.md")).toBe(false);
});
