import { expect, it } from "vitest";
import { inParallel } from "./in-parallel.ts";

it("keeps the order of results, and limits the number of running items", async () => {
  let underWay = 0;
  let most = 0;
  const doubled = await inParallel([1, 2, 3, 4, 5], 2, async (item) => {
    most = Math.max(most, ++underWay);
    await new Promise(setImmediate);
    underWay--;
    return item * 2;
  });
  expect(doubled).toEqual([2, 4, 6, 8, 10]);
  expect(most).toBe(2);
});

it("begins nothing after a failure, and waits for running items", async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    if (item === 1) throw new Error("broken");
    await new Promise(setImmediate);
    ended.push(item);
  };
  await expect(inParallel([1, 2, 3, 4], 2, work)).rejects.toThrow("broken");
  expect(begun).toEqual([1, 2]);
  expect(ended).toEqual([2]);
});
