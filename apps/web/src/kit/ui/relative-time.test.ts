import { expect, it } from "vitest";
import { timeAgo } from "./relative-time.tsx";

it.each([
  [0, "now"],
  [59, "now"],
  [61, "1m ago"],
  [7_300, "2h ago"],
  [90_000, "yesterday"],
  [700_000, "last wk."],
])("says of %i seconds ago: %s", (seconds, words) => {
  expect(timeAgo(0, seconds * 1000)).toBe(words);
});
