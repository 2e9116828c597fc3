import { describe, expect, it } from "vitest";
import { createForceLayout } from "./force-layout.ts";

/** Two groups of notes, each linked within itself, starting from jumbled positions. */
const GROUP = 8;
const links = Uint32Array.from(
  [0, GROUP].flatMap((first) =>
    Array.from({ length: GROUP }, (_, one) => [first + one, first + ((one + 1) % GROUP)]).flat(),
  ),
);
const jumbledPositions = Float32Array.from({ length: GROUP * 4 }, (_, index) => ((index * 7919) % 101) - 50);

function distance(positions: Float32Array, one: number, other: number): number {
  return Math.hypot(positions[one * 2]! - positions[other * 2]!, positions[one * 2 + 1]! - positions[other * 2 + 1]!);
}

describe("the layout", () => {
  it("brings linked notes closer than others, and ends", () => {
    const layout = createForceLayout({ positions: jumbledPositions, links, rounds: 400 });
    let rounds = 0;
    for (; !layout.isDone; rounds++) layout.round();
    const positions = layout.positions();
    const within = distance(positions, 0, 1);
    expect(rounds).toBeLessThanOrEqual(400);
    expect(within).toBeLessThan(distance(positions, 0, GROUP));
    expect(positions.every(Number.isFinite)).toBe(true);
  });

  it("does not change its input", () => {
    const inputPositions = jumbledPositions.slice();
    const layout = createForceLayout({ positions: inputPositions, links, rounds: 1 });
    layout.round();
    expect(inputPositions).toEqual(jumbledPositions);
    expect(layout.positions()).not.toEqual(jumbledPositions);
    expect(layout.isDone).toBe(true);
  });

  it.each([0, 1])("is done at once with %i notes", (count) => {
    const layout = createForceLayout({ positions: new Float32Array(count * 2), links: new Uint32Array(), rounds: 9 });
    expect(layout.isDone).toBe(true);
  });
});
