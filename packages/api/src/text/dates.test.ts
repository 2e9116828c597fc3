import { DAY_MS } from "@knote/contract";
import { describe, expect, it } from "vitest";
import { datesIn } from "./dates.ts";

describe("datesIn", () => {
  it.each([
    ["on 23 March, 2023", "2023-03-23", "2023-03-24"],
    ["on 1st of September 2023", "2023-09-01", "2023-09-02"],
    ["March 23, 2023.", "2023-03-23", "2023-03-24"],
    ["Sept. 3rd 2023", "2023-09-03", "2023-09-04"],
    ["31 dec 1999", "1999-12-31", "2000-01-01"],
    ["2024-02-29T10:00", "2024-02-29", "2024-03-01"],
    ["2024-12", "2024-12-01", "2025-01-01"],
    ["in may 2023", "2023-05-01", "2023-06-01"],
    ["in March of 2023", "2023-03-01", "2023-04-01"],
    ["in 2019,", "2019-01-01", "2020-01-01"],
  ])("reads %j", (text, from, to) => {
    expect(datesIn(text).map((span) => [iso(span.from), iso(span.to)])).toEqual([[from, to]]);
  });

  it("returns each position, in order, and reads no part twice", () => {
    const text = "Between 3 May 2021 and 2022-01-15, in 2023";
    expect(datesIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(["3 May 2021", "2022-01-15", "2023"]);
  });

  it.each([
    "30 February 2023",
    "2023-02-30",
    "version 1.2023.4567",
    "in 12023",
    "March",
    "may",
    "call 20233",
    "2023-13-01x",
  ])("finds no day in %j", (text) => {
    expect(datesIn(text).filter(({ from, to }) => to - from < 32 * DAY_MS)).toEqual([]);
  });
});

function iso(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
