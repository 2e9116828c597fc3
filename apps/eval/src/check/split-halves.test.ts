import { expect, it } from "vitest";
import { splitHalves } from "./split-halves.ts";

it("splits pairs into halves that share no text, the same each time", () => {
  const pairs = Array.from({ length: 200 }, (_, index) => ({ one: `a${index}`, other: `b${Math.floor(index / 3)}` }));
  const halves = splitHalves(pairs);
  const [first, second] = halves.map((half) => new Set(half.flatMap(({ one, other }) => [one, other])));
  expect(halves.flat()).toHaveLength(200);
  expect(Math.min(halves[0].length, halves[1].length)).toBeGreaterThan(50);
  expect([...first!].filter((text) => second!.has(text))).toEqual([]);
  expect(splitHalves(pairs)).toEqual(halves);
});
