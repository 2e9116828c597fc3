import { describe, expect, it } from "vitest";
import { placeNeighbours, WIDTH } from "./place-neighbours.ts";

describe("a small neighbourhood", () => {
  const near = Array.from({ length: 9 }, (_, index) => `n${index}`);

  it("gives each near note a row of its own on its side", () => {
    const { places, height } = placeNeighbours({ middle: "m", near, linkedIds: [], mostFar: 40 });
    for (const isLeft of [true, false]) {
      const rows = places.filter(({ x }) => x < WIDTH / 2 === isLeft).map(({ y }) => y);
      for (const [index, y] of rows.entries()) if (index > 0) expect(y - rows[index - 1]!).toBeGreaterThan(20);
      expect(Math.max(...rows)).toBeLessThan(height);
    }
  });

  it("draws links among near notes once, and each far note once, up to the limit", () => {
    const { far, between } = placeNeighbours({
      middle: "m",
      near: ["a", "b"],
      linkedIds: [
        ["m", "b", "x", "y", "x"],
        ["m", "a", "x", "z"],
      ],
      mostFar: 2,
    });
    expect(between).toEqual([[0, 1]]);
    expect(far.map(({ id, from }) => [id, from])).toEqual([
      ["x", 0],
      ["y", 0],
    ]);
  });
});
