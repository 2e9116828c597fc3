import { expect, it } from "vitest";
import { createCountCheck } from "./check-counts.ts";

it("has all read again when the counts are others than at the last look", async () => {
  let counts = { total_notes: 3, total_links: 2 };
  let readings = 0;
  const check = createCountCheck({ count: async () => counts, readAgain: () => readings++ });
  await check();
  expect(readings).toBe(1);
  await check();
  expect(readings).toBe(1);
  counts = { total_notes: 4, total_links: 2 };
  await check();
  counts = { total_notes: 4, total_links: 3 };
  await check();
  expect(readings).toBe(3);
});
