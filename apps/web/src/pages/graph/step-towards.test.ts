import { describe, expect, it } from "vitest";
import { DIRECTIONS, stepTowards } from "./step-towards.ts";

const from = { x: 100, y: 100 };
const go = (key: string, places: Record<string, [number, number] | null>) =>
  stepTowards(
    from,
    DIRECTIONS[key]!,
    Object.entries(places).map(([id, place]) => [id, place && { x: place[0], y: place[1] }] as const),
  );

describe("an arrow key", () => {
  it("goes to the nearest note ahead, not to one behind or hidden", () => {
    const places = { near: [150, 105], far: [300, 100], behind: [60, 100], hidden: null } as const;
    expect(go("ArrowRight", { ...places } as never)).toBe("near");
    expect(go("ArrowLeft", { ...places } as never)).toBe("behind");
  });

  it("prefers a note straight ahead to a nearer one aside", () => {
    expect(go("ArrowDown", { aside: [160, 135], ahead: [105, 190] })).toBe("ahead");
  });

  it("stays when nothing lies in its direction", () => {
    expect(go("ArrowUp", { below: [100, 140], beside: [300, 90] })).toBeNull();
  });
});
