import { expect, it } from "vitest";
import { filtersOf, readNotesSearch, toggleInList } from "./notes-search.ts";

it("reads known parameters of the URL, and no others", () => {
  expect(readNotesSearch({ q: "nap", type: "fact,belief", sort: "newest", other: 1, tag: "" })).toEqual({
    q: "nap",
    type: "fact,belief",
    sort: "newest",
  });
  // The router parses values that look like numbers as numbers.
  expect(readNotesSearch({ review: "needed" })).toEqual({ review: "needed" });
  expect(readNotesSearch({ review: "true" })).toEqual({});
  expect(readNotesSearch({ q: 2026, sort: "oldest" })).toEqual({ q: "2026" });
});

it("filters only by known names", () => {
  expect(filtersOf({ type: "belief,nonsense,fact", state: "archived" })).toEqual({
    note_type: ["fact", "belief"],
    state: ["archived"],
    tag: [],
  });
});

it("adds and removes values, even with commas", () => {
  const tag = toggleInList(["sleep"], "a,b");
  expect(filtersOf({ tag }).tag).toEqual(["sleep", "a,b"]);
  expect(toggleInList(["sleep", "a,b"], "a,b")).toBe("sleep");
  expect(toggleInList(["sleep"], "sleep")).toBeUndefined();
});
