import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createBoundedCache } from "./bounded-cache.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

it("drops an entry after its lifetime, which restarts with each value", () => {
  const cache = createBoundedCache<string, number>({ most: 9, forMs: 100 });
  cache.set("owl", 1);
  vi.advanceTimersByTime(60);
  cache.set("owl", 2);
  vi.advanceTimersByTime(60);
  expect(cache.get("owl")).toBe(2);
  vi.advanceTimersByTime(60);
  expect(cache.get("owl")).toBeUndefined();
});

it("keeps the latest entries when there are too many", () => {
  const cache = createBoundedCache<string, number>({ most: 2 });
  for (const [key, value] of [
    ["one", 1],
    ["two", 2],
    ["one", 3],
    ["three", 4],
  ] as const)
    cache.set(key, value);
  expect(["one", "two", "three"].map(cache.get)).toEqual([3, undefined, 4]);
  cache.delete("one");
  expect(cache.get("one")).toBeUndefined();
});

it("keeps entries forever without a lifetime, and drops all when cleared", () => {
  const cache = createBoundedCache<string, number>({ most: 2 });
  cache.set("owl", 1);
  vi.advanceTimersByTime(1e12);
  expect(cache.get("owl")).toBe(1);
  cache.clear();
  expect(cache.get("owl")).toBeUndefined();
});
