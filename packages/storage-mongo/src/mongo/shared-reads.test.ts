import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { createSharedReads } from "./shared-reads.ts";

/** Reads that record the keys of each request and resolve to how many there were. */
function counting() {
  const sentBatches: string[][] = [];
  const askOnce = createSharedReads<string, number>();
  const ask = (key: string, ...items: string[]) => askOnce(key, items, async (all) => sentBatches.push(all));
  return { sentBatches, ask };
}

it("reads once for all calls of one turn, and not before the last of them", async () => {
  const { sentBatches, ask } = counting();
  const answers = [ask("owls", "one"), Promise.resolve().then(() => ask("owls", "two")), ask("owls", "three")];
  expect(sentBatches).toEqual([]);
  expect(await Promise.all(answers)).toEqual([1, 1, 1]);
  expect(sentBatches).toEqual([["one", "three", "two"]]);
});

it("reads again for later calls, also while the first read is under way", async () => {
  const { sentBatches, ask } = counting();
  const first = ask("owls", "one");
  await setImmediate();
  expect([await ask("owls", "two"), await first]).toEqual([2, 1]);
  expect(sentBatches).toEqual([["one"], ["two"]]);
});

it("keeps keys apart, and fails for all callers", async () => {
  const askOnce = createSharedReads<string, string>();
  const failing = async () => {
    throw new Error("Gone.");
  };
  const answers = [
    askOnce("bats", [], failing),
    askOnce("bats", [], failing),
    askOnce("owls", [], async () => "there"),
  ];
  const outcomes = await Promise.allSettled(answers);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  expect(await askOnce("bats", [], async () => "back")).toBe("back");
});
