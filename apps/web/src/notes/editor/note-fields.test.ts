import { describe, expect, it } from "vitest";
import { changesTo, EMPTY_FIELDS, fieldsProblem, mergeFields, type NoteFields } from "./note-fields.ts";

const base: NoteFields = { ...EMPTY_FIELDS, title: "Naps help", content: "A lot.", tags: ["sleep"] };

it("sends what was changed alone", () => {
  expect(changesTo(base, { ...base, content: "A little.", title: " Naps help " })).toEqual({ content: "A little." });
  expect(changesTo(base, { ...base, tags: ["sleep"] })).toEqual({});
  expect(changesTo(base, { ...base, tags: [] })).toEqual({ tags: [] });
});

describe("changes of two people", () => {
  it("go together where they are of different fields", () => {
    const { merged, conflicts } = mergeFields(base, { ...base, title: "Mine" }, { ...base, content: "Theirs." });
    expect(merged).toEqual({ ...base, title: "Mine", content: "Theirs." });
    expect(conflicts).toEqual([]);
  });

  it("are in conflict where they are of the same one, and mine is not lost", () => {
    const { merged, conflicts } = mergeFields(base, { ...base, content: "Mine." }, { ...base, content: "Theirs." });
    expect(merged.content).toBe("Mine.");
    expect(conflicts).toEqual(["content"]);
  });

  it("are none where both did the same", () => {
    const same = { ...base, content: "Same." };
    expect(mergeFields(base, same, same)).toEqual({ merged: same, conflicts: [] });
  });
});

it("says what keeps a note from being saved", () => {
  expect(fieldsProblem(base)).toBeNull();
  expect(fieldsProblem({ ...base, title: " " })).toMatch(/claim/);
  expect(fieldsProblem({ ...base, content: "" })).toMatch(/explanation/);
  // Lengths are of characters, not of their halves.
  expect(fieldsProblem({ ...base, title: "😀".repeat(300) })).toBeNull();
  expect(fieldsProblem({ ...base, title: "x".repeat(301) })).toMatch(/longer than 300/);
  expect(fieldsProblem({ ...base, content: "x".repeat(50_001) })).toMatch(/longer than 50,000/);
  expect(fieldsProblem({ ...base, tags: Array.from({ length: 33 }, String) })).toMatch(/32 tags/);
});
