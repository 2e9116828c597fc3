import { expect, it } from "vitest";
import { stillWaiting } from "./still-waiting.ts";

const givenWaiting = (total: number) => ({
  total,
  keys: Array.from({ length: total }, (_, index) => `a key ${index}`),
});

it("counts each kind separately, however much there is of the other", () => {
  expect(stillWaiting({ contested: givenWaiting(100), reviews: 5 }, new Set())).toEqual({ contested: 100, reviews: 5 });
});

it("leaves out dismissed matters, also beyond the first hundred", () => {
  const dismissedKeys = new Set(["a key 3", "a key 120", "a key of something settled"]);
  expect(stillWaiting({ contested: givenWaiting(150), reviews: 2 }, dismissedKeys)).toEqual({
    contested: 148,
    reviews: 2,
  });
});

it("counts matters without keys as not dismissed", () => {
  const contestedPairs = { total: 9_000, keys: ["one", "two"] };
  expect(stillWaiting({ contested: contestedPairs, reviews: 0 }, new Set(["one", "two"])).contested).toBe(8_998);
});
