import { expect, it } from "vitest";
import { percentile } from "./percentile.ts";

it("is one of the values", () => {
  expect(percentile([4, 1, 3, 2], 0.5)).toBe(2);
  expect(percentile([4, 1, 3, 2], 0.99)).toBe(4);
  expect(percentile([7], 0.5)).toBe(7);
  expect(percentile([], 0.5)).toBe(0);
});
