import { describe, expect, it } from "vitest";
import { CreateLinkInput, LinkInput } from "./link.ts";
import { RELATIONS } from "./note.ts";

const VALID = { source_id: "one", target_id: "other", relation: "extends" };

describe("CreateLinkInput", () => {
  it("knows the six relations and no other", () => {
    expect(RELATIONS).toHaveLength(6);
    for (const relation of RELATIONS)
      expect(CreateLinkInput.parse({ ...VALID, relation })).toEqual({ ...VALID, relation });
    for (const relation of ["Extends", "extends ", "", "refutes", 1, null])
      expect(paths({ ...VALID, relation })).toEqual(["relation"]);
  });

  it("names every missing field", () => {
    expect(paths({})).toEqual(["source_id", "target_id", "relation"]);
  });

  it("accepts any text as an id: an unknown one is simply not found", () => {
    for (const id of ["", " ", "not-a-uuid", "\0", "\ud83e", "a".repeat(10_000)]) {
      expect(CreateLinkInput.parse({ ...VALID, source_id: id }).source_id).toBe(id);
    }
  });

  it.each([1, null, {}, ["one"], true])("refuses an id that is not a string: %j", (id) => {
    expect(paths({ ...VALID, source_id: id, target_id: id })).toEqual(["source_id", "target_id"]);
  });

  it("refuses to link a note to itself, and says so at target_id", () => {
    const issues = CreateLinkInput.safeParse({ ...VALID, target_id: "one" }).error?.issues;
    expect(issues?.map((issue) => [issue.path.join("."), issue.message])).toEqual([
      ["target_id", "A note cannot be linked to itself."],
    ]);
  });

  it("ignores unknown fields", () => {
    expect(CreateLinkInput.parse({ ...VALID, created_at: "2020-01-01", weight: 1 })).toEqual(VALID);
  });
});

describe("LinkInput", () => {
  it("accepts a link of a note to itself, which is then not found", () => {
    expect(LinkInput.safeParse({ ...VALID, target_id: "one" }).success).toBe(true);
  });
});

function paths(body: unknown): string[] {
  return CreateLinkInput.safeParse(body).error?.issues.map((issue) => issue.path.join(".")) ?? [];
}
