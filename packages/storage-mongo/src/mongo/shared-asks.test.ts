import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { createSharedAsks } from "./shared-asks.ts";

/** Reads that record the keys of each request and resolve to how many there were. */
function counting() {
  const sent: string[][] = [];
  const shared = createSharedAsks<string, number>();
  const ask = (key: string, ...items: string[]) => shared(key, items, async (all) => sent.push(all));
  return { sent, ask };
}

it("reads once for all calls of one turn, and not before the last of them", async () => {
  const { sent, ask } = counting();
  const asked = [ask("owls", "one"), Promise.resolve().then(() => ask("owls", "two")), ask("owls", "three")];
  expect(sent).toEqual([]);
  expect(await Promise.all(asked)).toEqual([1, 1, 1]);
  expect(sent).toEqual([["one", "three", "two"]]);
});

it("reads again for later calls, also while the first read is under way", async () => {
  const { sent, ask } = counting();
  const first = ask("owls", "one");
  await setImmediate();
  expect([await ask("owls", "two"), await first]).toEqual([2, 1]);
  expect(sent).toEqual([["one"], ["two"]]);
});

it("keeps keys apart, and fails for all callers", async () => {
  const shared = createSharedAsks<string, string>();
  const failing = async () => {
    throw new Error("Gone.");
  };
  const asked = [shared("bats", [], failing), shared("bats", [], failing), shared("owls", [], async () => "there")];
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  expect(await shared("bats", [], async () => "back")).toBe("back");
});
