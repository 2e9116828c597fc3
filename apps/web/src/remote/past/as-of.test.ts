import { expect, it } from "vitest";
import { asOfAddress, asOfInWords, endOf, readAsOf } from "./as-of.ts";

const NOW = Date.parse("2026-03-10T12:00:00Z");

it.each(["2026-03-09", "2020-02-29", "2026-03-10T12:00:00.000Z", "2026-03-10T11:59:59Z"])("reads %s", (time) =>
  expect(readAsOf(time, NOW)).toBe(time),
);

it.each([
  "2026-03-10",
  "2026-03-11",
  "2026-03-10T12:00:00.001Z",
  "2026-02-30",
  "2026-02-30T10:00:00Z",
  "2026-03-01T25:00:00Z",
  "2026-03-01T10:00:00",
  "yesterday",
  "",
  20260301,
  null,
  undefined,
])("takes %j for the present", (value) => expect(readAsOf(value, NOW)).toBeUndefined());

it("reads the time from the address", () => {
  expect(asOfAddress({ search: "?tab=history&as_of=2026-03-01" }, NOW)).toBe("2026-03-01");
  expect(asOfAddress({ search: "?as_of=2026-03-01T10%3A00%3A00.000Z" }, NOW)).toBe("2026-03-01T10:00:00.000Z");
  expect(asOfAddress({ search: "?as_of=2027-03-01" }, NOW)).toBeUndefined();
  expect(asOfAddress({ search: "" }, NOW)).toBeUndefined();
});

it("ends a day with its last millisecond, and a moment with itself", () => {
  expect(endOf("2026-03-01")).toBe("2026-03-01T23:59:59.999Z");
  expect(endOf("2026-03-01T10:00:00Z")).toBe("2026-03-01T10:00:00.000Z");
});

it("writes a day, and a moment with its time", () => {
  expect(asOfInWords("2026-03-01")).toBe("March 1, 2026");
  expect(asOfInWords("2026-03-01T10:30:00.000Z")).toMatch(/2026 at \d+:\d\d/);
});
