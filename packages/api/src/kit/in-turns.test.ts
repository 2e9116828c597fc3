import { describe, expect, it } from "vitest";
import { mapInTurns } from "./in-turns.ts";

describe("mapInTurns", () => {
  it("yields to other work during long work", async () => {
    const order: string[] = [];
    setImmediate(() => order.push("other"));
    const nameLengths = await mapInTurns(["first", "second"], (name) => {
      const startTime = performance.now();
      while (performance.now() - startTime < 20);
      order.push(name);
      return name.length;
    });
    expect(nameLengths).toEqual([5, 6]);
    expect(order).toEqual(["first", "other", "second"]);
  });

  it("keeps the order of the items", async () => {
    expect(await mapInTurns([3, 1, 2], (item) => item * 2)).toEqual([6, 2, 4]);
    expect(await mapInTurns([], String)).toEqual([]);
  });
});
