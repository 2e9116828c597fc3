import { describe, expect, it } from "vitest";
import { AskInput, RecallInput } from "./recall.ts";

const OWL = "\u{1F989}";

describe.each([
  ["AskInput", AskInput],
  ["RecallInput", RecallInput],
])("query of %s", (_, schema) => {
  const accepts = (query: unknown) => schema.safeParse({ query }).success;

  it("has 1 to 2,000 code points after trimming", () => {
    expect(accepts("a")).toBe(true);
    expect(accepts(`  ${OWL.repeat(2_000)}\n`)).toBe(true);
    expect(accepts(OWL.repeat(2_001))).toBe(false);
    expect(accepts("a".repeat(2_001))).toBe(false);
    expect(accepts("")).toBe(false);
    expect(accepts(" \n\t ")).toBe(false);
  });

  it("is kept trimmed", () => {
    expect(schema.parse({ query: "  Why do owls hunt?\n" }).query).toBe("Why do owls hunt?");
  });

  it("is required, text, and well-formed", () => {
    expect(schema.safeParse({}).success).toBe(false);
    for (const query of [null, 1, ["why"], {}, "\ud83e", "a\0b"]) expect(accepts(query)).toBe(false);
  });
});
