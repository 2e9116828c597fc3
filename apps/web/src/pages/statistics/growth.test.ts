import { describe, expect, it } from "vitest";
import { growthOf } from "./growth.ts";

const now = Date.parse("2026-03-10T15:00:00.000Z");

describe("growth", () => {
  it("is empty without notes", () => {
    expect(growthOf([], now).points).toEqual([]);
  });

  it("counts each day up to today, including days without a note", () => {
    const { step, points } = growthOf(
      ["2026-03-08T00:00:00.000Z", "2026-03-06T23:59:59.999Z", "2026-03-08T23:00:00.000Z"],
      now,
    );
    expect(step).toBe("day");
    expect(points.map(({ from, addedNotes, total }) => [from.slice(5, 10), addedNotes, total])).toEqual([
      ["03-06", 1, 1],
      ["03-07", 0, 1],
      ["03-08", 2, 3],
      ["03-09", 0, 3],
      ["03-10", 0, 3],
    ]);
  });

  it("counts weeks from Mondays over months, and months over years", () => {
    const weeks = growthOf(["2025-12-03T12:00:00.000Z"], now);
    expect(weeks.step).toBe("week");
    expect(weeks.points[0]!.from).toBe("2025-12-01T00:00:00.000Z");
    const months = growthOf(["2020-01-31T12:00:00.000Z", "2020-02-29T12:00:00.000Z"], now);
    expect(months.step).toBe("month");
    expect(months.points.slice(0, 3).map(({ total }) => total)).toEqual([1, 2, 2]);
    expect(months.points.at(-1)!.from).toBe("2026-03-01T00:00:00.000Z");
  });

  it("includes notes that another clock dated in the future", () => {
    const { points } = growthOf(["2026-03-09T12:00:00.000Z", "2026-03-11T01:00:00.000Z"], now);
    expect(points.at(-1)).toMatchObject({ addedNotes: 1, total: 2 });
  });
});
