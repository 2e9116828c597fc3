import { expect, it } from "vitest";
import { EVERYTHING, exportName, exportQuery } from "./export-query.ts";

it.each([
  [{}, "history=true"],
  [{ format: "lines" }, "history=false"],
  [{ format: "lines", history: true }, "history=true"],
  [{ words: " tag:owls night ", since: "2026-03-01" }, "history=true&q=tag%3Aowls+night+after%3A2026-03-01"],
  [{ since: "2026-03-01" }, "history=true&q=after%3A2026-03-01"],
  [
    { types: ["fact", "belief"], states: ["archived"], tags: ["a b"], needsReview: true },
    "history=true&note_type=fact&note_type=belief&state=archived&tag=a+b&needs_review=true",
  ],
] as const)("%j is asked for as %s", (change, query) => {
  expect(exportQuery({ ...EVERYTHING, ...change }).toString()).toBe(query);
});

it("names the file after the day and the form", () => {
  const now = new Date("2026-03-01T23:00:00Z");
  expect(exportName({ format: "markdown" }, now)).toBe("knote-2026-03-01.zip");
  expect(exportName({ format: "lines" }, now)).toBe("knote-2026-03-01.jsonl");
});
