import { expect, it } from "vitest";
import { inParallel } from "./in-parallel.ts";

it("keeps the order of results, and limits the number of running items", async () => {
  let underWay = 0;
  let most = 0;
  const doubles = await inParallel([1, 2, 3, 4, 5], 2, async (item) => {
    most = Math.max(most, ++underWay);
    await new Promise(setImmediate);
    underWay--;
    return item * 2;
  });
  expect(doubles).toEqual([2, 4, 6, 8, 10]);
  expect(most).toBe(2);
});

it("begins nothing after a failure, and waits for running items", async () => {
  const startedItems: number[] = [];
  const endedItems: number[] = [];
  const work = async (item: number) => {
    startedItems.push(item);
    if (item === 1) throw new Error("broken");
    await new Promise(setImmediate);
    endedItems.push(item);
  };
  await expect(inParallel([1, 2, 3, 4], 2, work)).rejects.toThrow("broken");
  expect(startedItems).toEqual([1, 2]);
  expect(endedItems).toEqual([2]);
});
