import { describe, expect, it } from "vitest";
import {
  changesTo,
  EMPTY_FIELDS,
  fieldProblems,
  fieldsOf,
  mergeFields,
  type NoteFields,
  savedFields,
} from "./note-fields.ts";

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

it("says of each field what keeps the note from being saved", () => {
  expect(fieldProblems(base)).toEqual({});
  expect(fieldProblems({ ...base, title: " " })).toEqual({ title: expect.stringMatching(/claim/) });
  // Lengths are of characters, not of their halves.
  expect(fieldProblems({ ...base, title: "😀".repeat(300) })).toEqual({});
  expect(fieldProblems({ ...base, title: "x".repeat(301) })).toEqual({
    title: expect.stringMatching(/longer than 300/),
  });
  expect(fieldProblems({ ...base, content: "x".repeat(50_000) })).toEqual({});
  const tags = Array.from({ length: 33 }, String);
  expect(fieldProblems({ ...base, tags: tags.slice(1) })).toEqual({});
  expect(fieldProblems({ ...base, content: "x".repeat(50_001), tags })).toEqual({
    content: expect.stringMatching(/longer than 50,000/),
    tags: expect.stringMatching(/32 tags/),
  });
});

describe("a claim alone", () => {
  const alone: NoteFields = { ...base, content: " " };

  it("lacks nothing, and is saved as its own content", () => {
    expect(fieldProblems(alone)).toEqual({});
    expect(savedFields({ ...alone, title: " Naps help " }).content).toBe("Naps help");
    expect(savedFields(base)).toEqual(base);
  });

  it("is edited as it was written, and its content follows the claim until something else is written", () => {
    const fields = fieldsOf({ ...savedFields(alone), tags: ["sleep"] });
    expect(fields.content).toBe("");
    expect(changesTo(fields, alone)).toEqual({});
    expect(changesTo(fields, { ...fields, title: "Naps heal" })).toEqual({ title: "Naps heal", content: "Naps heal" });
    expect(changesTo(fields, { ...fields, content: "A lot." })).toEqual({ content: "A lot." });
    expect(changesTo(base, { ...base, content: "" })).toEqual({ content: "Naps help" });
  });
});
