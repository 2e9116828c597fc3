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

it("sends only what was changed", () => {
  expect(changesTo(base, { ...base, content: "A little.", title: " Naps help " })).toEqual({ content: "A little." });
  expect(changesTo(base, { ...base, tags: ["sleep"] })).toEqual({});
  expect(changesTo(base, { ...base, tags: [] })).toEqual({ tags: [] });
});

describe("changes by two people", () => {
  it("merge when they concern different fields", () => {
    const { mergedFields, conflicts } = mergeFields(base, { ...base, title: "Mine" }, { ...base, content: "Theirs." });
    expect(mergedFields).toEqual({ ...base, title: "Mine", content: "Theirs." });
    expect(conflicts).toEqual([]);
  });

  it("conflict when they concern the same field, and mine is kept", () => {
    const { mergedFields, conflicts } = mergeFields(
      base,
      { ...base, content: "Mine." },
      { ...base, content: "Theirs." },
    );
    expect(mergedFields.content).toBe("Mine.");
    expect(conflicts).toEqual(["content"]);
  });

  it("do not conflict when both made the same change", () => {
    const same = { ...base, content: "Same." };
    expect(mergeFields(base, same, same)).toEqual({ mergedFields: same, conflicts: [] });
  });
});

it("names the problem of each field that keeps the note from being saved", () => {
  expect(fieldProblems(base)).toEqual({});
  expect(fieldProblems({ ...base, title: " " })).toEqual({ title: expect.stringMatching(/claim/) });
  // Lengths count characters, not UTF-16 units.
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

  it("is complete, and is saved as its own content", () => {
    expect(fieldProblems(alone)).toEqual({});
    expect(savedFields({ ...alone, title: " Naps help " }).content).toBe("Naps help");
    expect(savedFields(base)).toEqual(base);
  });

  it("is edited without content, which follows the claim until something else is written", () => {
    const fields = fieldsOf({ ...savedFields(alone), tags: ["sleep"] });
    expect(fields.content).toBe("");
    expect(changesTo(fields, alone)).toEqual({});
    expect(changesTo(fields, { ...fields, title: "Naps heal" })).toEqual({ title: "Naps heal", content: "Naps heal" });
    expect(changesTo(fields, { ...fields, content: "A lot." })).toEqual({ content: "A lot." });
    expect(changesTo(base, { ...base, content: "" })).toEqual({ content: "Naps help" });
  });
});
