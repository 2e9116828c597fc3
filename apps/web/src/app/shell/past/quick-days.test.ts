import { expect, it } from "vitest";
import { quickDays } from "./quick-days.ts";

const daysOf = (now: string, firstDay: string) => quickDays(Date.parse(now), firstDay).map(({ day }) => day);

it("offers a week, a month and a year ago", () => {
  expect(daysOf("2026-03-10T12:00:00Z", "2020-01-01")).toEqual(["2026-03-03", "2026-02-10", "2025-03-10"]);
});

it("takes the last day of a shorter month", () => {
  expect(daysOf("2024-03-31T12:00:00Z", "2020-01-01")).toEqual(["2024-03-24", "2024-02-29", "2023-03-31"]);
  expect(daysOf("2024-02-29T12:00:00Z", "2020-01-01")).toEqual(["2024-02-22", "2024-01-29", "2023-02-28"]);
});

it("offers nothing before the first note", () => {
  expect(daysOf("2026-03-10T12:00:00Z", "2026-02-10")).toEqual(["2026-03-03", "2026-02-10"]);
  expect(daysOf("2026-03-10T12:00:00Z", "2026-02-11")).toEqual(["2026-03-03"]);
  expect(daysOf("2026-03-10T12:00:00Z", "2026-03-10")).toEqual([]);
});
