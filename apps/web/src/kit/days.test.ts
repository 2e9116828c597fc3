import { expect, it } from "vitest";
import { dayOf, readDay } from "./days.ts";

it("writes the UTC day of a time", () => {
  expect(dayOf(Date.parse("2026-03-01T23:59:59.999Z"))).toBe("2026-03-01");
});

it.each(["2026-03-01", "2024-02-29"])("reads %s", (day) => expect(readDay(day)).toBe(day));

it.each(["2026-02-29", "2026-13-01", "2026-3-1", "2026-03-01T00:00:00Z", "", 20260301, undefined, ["2026-03-01"]])(
  "does not read %j as a day",
  (value) => expect(readDay(value)).toBeUndefined(),
);
