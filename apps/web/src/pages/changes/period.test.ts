import { describe, expect, it } from "vitest";
import { readChangesSearch, timesOf } from "./period.ts";

describe("the address of the page", () => {
  it.each([
    [{}, {}],
    [{ period: "month" }, { period: "month" }],
    [{ period: "year" }, {}],
    [
      { since: "2026-03-01", until: "2026-03-31", period: "week" },
      { since: "2026-03-01", until: "2026-03-31" },
    ],
    [{ since: "2026-03-01" }, { since: "2026-03-01" }],
    [{ since: "2026-03-01", until: "2026-02-28" }, { since: "2026-03-01" }],
    [{ since: "2026-02-30" }, {}],
    [{ since: 5, until: ["2026-03-01"] }, {}],
    [{ until: "2026-03-31" }, {}],
  ])("reads %j as %j", (search, read) => {
    expect(readChangesSearch(search)).toEqual(read);
  });
});

describe("the time to look at", () => {
  const now = Date.parse("2026-03-31T12:00:00.000Z");
  const previousVisit = Date.parse("2026-03-30T08:15:00.000Z");
  const at = { now, previousVisit };

  it("is a week without a choice, in whole days", () => {
    expect(timesOf({}, at)).toEqual({ since: "2026-03-24" });
    expect(timesOf({ period: "month" }, at)).toEqual({ since: "2026-03-01" });
  });

  it("goes back to the visit before, and a week when there was none", () => {
    expect(timesOf({ period: "visit" }, at)).toEqual({ since: "2026-03-30T08:15:00.000Z" });
    expect(timesOf({ period: "visit" }, { now, previousVisit: null })).toEqual({ since: "2026-03-24" });
  });

  it("is what the user chose", () => {
    expect(timesOf({ since: "2026-01-01", until: "2026-01-31" }, at)).toEqual({
      since: "2026-01-01",
      until: "2026-01-31",
    });
    expect(timesOf({ since: "2026-01-01" }, at)).toEqual({ since: "2026-01-01" });
  });
});
