import { describe, expect, it } from "vitest";
import { WINDOWS_OF_WHOLE, wholeSimilarity } from "./whole-similarity.ts";

describe("similarity of a note as a whole", () => {
  it("is that of its head where the head has all of it, or nearly", () => {
    expect(wholeSimilarity([0.4])).toBe(0.4);
    expect(wholeSimilarity([0.4, 0.9, 0.1])).toBeCloseTo(0.4, 12);
  });

  it("is half the head's where that covers half of the passages", () => {
    const [head, passages] = [0.1, Array.from({ length: 5 }, () => 0.6)];
    expect(wholeSimilarity([head, ...passages])).toBeCloseTo(0.48 * head + 0.52 * 0.6, 12);
  });

  it("is higher where more passages are near, and more so by the near ones", () => {
    const far = [0.1, 0.1, 0.1, 0.1];
    const one = wholeSimilarity([0, ...far, 0.6, 0.1]);
    const two = wholeSimilarity([0, ...far, 0.6, 0.6]);
    const even = wholeSimilarity([0, ...far, 0.35, 0.35]);
    expect(two).toBeGreaterThan(one);
    expect(one).toBeGreaterThan(even);
  });

  it("reads no more than the first windows", () => {
    const start = Array.from({ length: WINDOWS_OF_WHOLE }, () => 0.2);
    expect(wholeSimilarity([...start, 0.9])).toBeCloseTo(0.2, 12);
  });
});
