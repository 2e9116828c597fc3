import { describe, expect, it } from "vitest";
import { adjacencyOf } from "../../../features/graph/graph-data.ts";
import { initialPositions, packPositions, type Position, unpackPositions } from "./positions.ts";

const id = (number: number): string => `0195cf6a-7c00-7000-8000-${number.toString(16).padStart(12, "0")}`;

describe("stored positions", () => {
  it("are restored with an error too small to see", () => {
    const positions = Array.from({ length: 500 }, (_, index): [string, Position] => [
      id(index),
      { x: Math.sin(index) * 4_000, y: index * 3 - 700 },
    ]);
    const back = unpackPositions(packPositions(positions));
    expect([...back.keys()]).toEqual(positions.map(([one]) => one));
    for (const [one, { x, y }] of positions) {
      expect(back.get(one)!.x).toBeCloseTo(x, 0);
      expect(back.get(one)!.y).toBeCloseTo(y, 0);
    }
  });

  it("take fewer than 27 characters per note", () => {
    const packedText = packPositions(Array.from({ length: 900 }, (_, index) => [id(index), { x: index, y: -index }]));
    expect(packedText.length / 900).toBeLessThan(27);
  });

  it.each(["", "0.5", "0.5 ***", "x AAAA", "0 AAAA"])("are empty when the text is %j", (text) => {
    expect(unpackPositions(text).size).toBe(0);
  });
});

describe("initial positions", () => {
  const links = [{ source: id(1), target: id(2), relation: "extends" as const }];

  it("are the stored ones; a new note starts beside a linked one", () => {
    const storedPositions = new Map([[id(1), { x: 300, y: -200 }]]);
    const positions = initialPositions([id(2), id(1)], adjacencyOf(links), storedPositions);
    expect(positions.get(id(1))).toEqual({ x: 300, y: -200 });
    const { x, y } = positions.get(id(2))!;
    expect(Math.hypot(x - 300, y + 200)).toBeLessThan(20);
  });

  it("differ for all notes at the first visit", () => {
    const ids = Array.from({ length: 50 }, (_, index) => id(index));
    const positions = [...initialPositions(ids, adjacencyOf(links), new Map()).values()];
    expect(new Set(positions.map(({ x, y }) => `${x} ${y}`)).size).toBe(50);
  });
});
