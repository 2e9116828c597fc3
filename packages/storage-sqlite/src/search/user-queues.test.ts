import { expect, it } from "vitest";
import { createUserQueues } from "./user-queues.ts";

it("begins four calls of a user at a time, the rest in order, and another user's at once", () => {
  const queues = createUserQueues<number>();
  expect([1, 2, 3, 4, 5, 6].map((call) => queues.begin("ada", call))).toEqual([true, true, true, true, false, false]);
  expect(queues.begin("grace", 7)).toBe(true);
  expect([queues.end("ada"), queues.end("ada"), queues.end("ada")]).toEqual([5, 6, undefined]);
  expect(queues.begin("ada", 8)).toBe(true);
  expect(queues.begin("ada", 9)).toBe(false);
});

it("begins again when all calls have ended or were dropped", () => {
  const queues = createUserQueues<number>();
  for (let round = 0; round < 3; round++) {
    expect([1, 2, 3, 4, 5].map((call) => queues.begin("ada", call))).toEqual([true, true, true, true, false]);
    if (round === 1) queues.clear();
    else expect(Array.from({ length: 5 }, () => queues.end("ada"))).toEqual([5, ...Array(4).fill(undefined)]);
  }
  expect(queues.end("nobody")).toBeUndefined();
});
