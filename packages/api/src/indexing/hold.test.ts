import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHold } from "./hold.ts";

describe("a hold", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("affects one user only, and none before it begins", () => {
    const hold = createHold();
    expect(hold.isHeld("ada")).toBe(false);
    hold.hold("ada", 500);
    expect([hold.isHeld("ada"), hold.isHeld("bob")]).toEqual([true, false]);
  });

  it("lasts as long as the latest call says", () => {
    const hold = createHold();
    hold.hold("ada", 500);
    vi.advanceTimersByTime(400);
    hold.hold("ada", 500);
    vi.advanceTimersByTime(499);
    expect(hold.isHeld("ada")).toBe(true);
    vi.advanceTimersByTime(1);
    expect(hold.isHeld("ada")).toBe(false);
  });

  it("ends after half a minute despite further calls, and can begin again only half a minute later", () => {
    const hold = createHold();
    const heldFor = (seconds: number) => {
      let heldCount = 0;
      for (let tenths = 0; tenths < seconds * 10; tenths++) {
        hold.hold("ada", 500);
        if (hold.isHeld("ada")) heldCount++;
        vi.advanceTimersByTime(100);
      }
      return heldCount / 10;
    };
    expect(heldFor(30)).toBe(30);
    expect(heldFor(30)).toBe(0);
    expect(heldFor(240)).toBe(120);
  });
});
