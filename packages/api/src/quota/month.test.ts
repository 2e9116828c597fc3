import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { monthEnd, monthOf } from "./month.ts";

describe("month", () => {
  it.each([
    ["2026-03-15T12:00:00.000Z", "2026-03", "2026-04-01T00:00:00.000Z"],
    ["2026-01-31T23:59:59.999Z", "2026-01", "2026-02-01T00:00:00.000Z"],
    ["2026-02-28T23:59:59.999Z", "2026-02", "2026-03-01T00:00:00.000Z"],
    ["2028-02-29T00:00:00.000Z", "2028-02", "2028-03-01T00:00:00.000Z"],
    ["2026-12-01T00:00:00.000Z", "2026-12", "2027-01-01T00:00:00.000Z"],
    ["2026-12-31T23:59:59.999Z", "2026-12", "2027-01-01T00:00:00.000Z"],
    ["2027-01-01T00:00:00.000Z", "2027-01", "2027-02-01T00:00:00.000Z"],
  ])("of %s is %s and ends at %s", (now, month, end) => {
    expect(monthOf(Date.parse(now))).toBe(month);
    expect(new Date(monthEnd(Date.parse(now))).toISOString()).toBe(end);
  });

  it("goes by UTC, wherever the host is", () => {
    expect(monthOf(Date.parse("2026-03-01T01:30:00.000+02:00"))).toBe("2026-02");
    expect(monthOf(Date.parse("2026-03-31T22:30:00.000-05:00"))).toBe("2026-04");
  });

  it("contains every instant before its end, but not its end", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(2100, 0) }), (now) => {
        const end = monthEnd(now);
        expect(end).toBeGreaterThan(now);
        expect(monthOf(end - 1)).toBe(monthOf(now));
        expect(monthOf(end)).not.toBe(monthOf(now));
      }),
    );
  });
});
