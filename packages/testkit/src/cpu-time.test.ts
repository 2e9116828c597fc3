import { expect, it } from "vitest";
import { cpuTimeOf } from "./cpu-time.ts";

it("counts work, and not waiting", async () => {
  const waiting = () => new Promise((resolve) => setTimeout(resolve, 200));
  expect(await cpuTimeOf(waiting)).toBeLessThan(150);
  const working = () => {
    const before = process.cpuUsage();
    while (process.cpuUsage(before).user < 200_000);
  };
  expect(await cpuTimeOf(working, { rounds: 1 })).toBeGreaterThanOrEqual(200);
});

it("returns the time of the quickest round", async () => {
  const before = process.cpuUsage();
  let rounds = 0;
  const least = await cpuTimeOf(() => {
    const long = rounds++ === 0 ? 300_000 : 0;
    const now = process.cpuUsage();
    while (process.cpuUsage(now).user < long);
  });
  expect(rounds).toBe(3);
  expect(least).toBeLessThan(process.cpuUsage(before).user / 1_000 / 2);
});
