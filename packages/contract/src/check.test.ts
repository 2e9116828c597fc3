import { describe, expect, it } from "vitest";
import { CheckNoteInput } from "./check.ts";

const paths = (input: unknown) =>
  (CheckNoteInput.safeParse(input).error?.issues ?? []).map(({ path }) => path.join("."));

describe("CheckNoteInput", () => {
  it("needs a title alone, and no judge", () => {
    expect(CheckNoteInput.parse({ title: " Owls hunt " })).toEqual({
      title: "Owls hunt",
      tags: [],
      importance: 0.5,
      judge: false,
    });
    expect(paths({ content: "-" })).toEqual(["title"]);
  });

  it("keeps the bounds of a create, on both sides", () => {
    expect(paths({ title: "x".repeat(300), content: "x".repeat(50_000), tags: ["a"], importance: 1 })).toEqual([]);
    expect(paths({ title: "x".repeat(301), content: "x".repeat(50_001), tags: [""], importance: 1.1 })).toEqual([
      "title",
      "content",
      "tags.0",
      "importance",
    ]);
    expect(paths({ title: "Owls", content: " ", note_type: "Fact" })).toEqual(["content", "note_type"]);
  });

  it.each(["title", "content", "note_type", "id", "judge"])("refuses null for %s", (field) => {
    expect(paths({ title: "Owls", [field]: null })).toEqual([field]);
  });

  it("says what an id and a judge must be", () => {
    const { issues } = CheckNoteInput.safeParse({ title: "Owls", id: 1, judge: "yes" }).error!;
    expect(issues.map(({ message }) => message)).toEqual(["id must be a string.", "judge must be true or false."]);
  });
});
