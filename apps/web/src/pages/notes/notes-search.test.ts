import { expect, it } from "vitest";
import { filtersOf, readNotesSearch, toggled } from "./notes-search.ts";

it("reads what the address says, and nothing else", () => {
  expect(readNotesSearch({ q: "nap", type: "fact,belief", sort: "newest", other: 1, tag: "" })).toEqual({
    q: "nap",
    type: "fact,belief",
    sort: "newest",
  });
  // What looks like a number is read as one from an address.
  expect(readNotesSearch({ q: 2026, sort: "oldest" })).toEqual({ q: "2026" });
});

it("filters by names that there are", () => {
  expect(filtersOf({ type: "belief,nonsense,fact", state: "archived" })).toEqual({
    note_type: ["fact", "belief"],
    state: ["archived"],
    tag: [],
  });
});

it("adds and removes values, whatever is in them", () => {
  const tag = toggled(["sleep"], "a,b");
  expect(filtersOf({ tag }).tag).toEqual(["sleep", "a,b"]);
  expect(toggled(["sleep", "a,b"], "a,b")).toBe("sleep");
  expect(toggled(["sleep"], "sleep")).toBeUndefined();
});
