import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createMemory } from "./memory.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

it("forgets after its time, which begins anew with each value", () => {
  const memory = createMemory<number>({ most: 9, forMs: 100 });
  memory.set("owl", 1);
  vi.advanceTimersByTime(60);
  memory.set("owl", 2);
  vi.advanceTimersByTime(60);
  expect(memory.get("owl")).toBe(2);
  vi.advanceTimersByTime(60);
  expect(memory.get("owl")).toBeUndefined();
});

it("keeps the latest when there are too many", () => {
  const memory = createMemory<number>({ most: 2 });
  for (const [key, value] of [
    ["one", 1],
    ["two", 2],
    ["one", 3],
    ["three", 4],
  ] as const)
    memory.set(key, value);
  expect(["one", "two", "three"].map(memory.get)).toEqual([3, undefined, 4]);
  memory.forget("one");
  expect(memory.get("one")).toBeUndefined();
});
