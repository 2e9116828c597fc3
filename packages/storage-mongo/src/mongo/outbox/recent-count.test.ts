import { testClock } from "@knote/testkit";
import { expect, it } from "vitest";
import { createRecentCount } from "./recent-count.ts";

function setUp() {
  const clock = testClock(0);
  const counts: PromiseWithResolvers<number>[] = [];
  const recent = createRecentCount(() => {
    const count = Promise.withResolvers<number>();
    counts.push(count);
    return count.promise;
  }, clock);
  return { clock, counts, recent };
}

it("counts once for all callers, and again after ten seconds while returning the earlier figure", async () => {
  const { clock, counts, recent } = setUp();
  const first = [recent("model"), recent("model")];
  counts[0]!.resolve(5);
  expect(await Promise.all(first)).toEqual([5, 5]);
  clock.advance(9_999);
  expect(await recent("model")).toBe(5);
  expect(counts).toHaveLength(1);
  clock.advance(1);
  expect([await recent("model"), await recent("model")]).toEqual([5, 5]);
  expect(counts).toHaveLength(2);
  counts[1]!.resolve(6);
  await counts[1]!.promise;
  await expect.poll(() => recent("model")).toBe(6);
  expect(counts).toHaveLength(2);
});

it("counts less often the longer a count takes", async () => {
  const { clock, counts, recent } = setUp();
  const first = recent("model");
  clock.advance(2_000);
  counts[0]!.resolve(5);
  await first;
  clock.advance(39_999);
  await recent("model");
  expect(counts).toHaveLength(1);
  clock.advance(1);
  await recent("model");
  expect(counts).toHaveLength(2);
});

it("rejects when the first count fails, and keeps the figure when a later count does", async () => {
  const { clock, counts, recent } = setUp();
  const failing = recent("model");
  counts[0]!.reject(new Error("away"));
  await expect(failing).rejects.toThrow("away");
  const second = recent("model");
  counts[1]!.resolve(3);
  expect(await second).toBe(3);
  clock.advance(10_000);
  await recent("model");
  counts[2]!.reject(new Error("away"));
  await counts[2]!.promise.catch(() => undefined);
  expect(await recent("model")).toBe(3);
});
