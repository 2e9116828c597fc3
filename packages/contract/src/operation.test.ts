import { expect, it } from "vitest";
import { LIMITS } from "./limits.ts";
import { ListOperationsInput, MergeInput, SplitInput } from "./operation.ts";

const part = { title: "One", content: "-", note_type: "fact" };
const withLink = (link: unknown) => ({ id: "a", parts: [part, { ...part, links: [link] }] });

it.each([
  [MergeInput, { id: "a" }, "with must be an array of ids."],
  [MergeInput, { id: "a", with: [1] }, "with must be an array of ids."],
  [MergeInput, { id: "a", with: [] }, "with must name at least one note."],
  [MergeInput, { id: "a", with: Array.from({ length: 11 }, String) }, "with must name at most 10 notes."],
  [MergeInput, { id: "a", with: ["b", "a"] }, "A note cannot be merged with itself."],
  [SplitInput, { id: "a" }, "parts must be an array."],
  [SplitInput, { id: "a", parts: [part] }, "parts must have at least 2 entries."],
  [SplitInput, { id: "a", parts: Array.from({ length: 21 }, () => part) }, "parts must have at most 20 entries."],
  [SplitInput, { id: "a", parts: [part, { ...part, links: "all" }] }, "links must be an array."],
  [SplitInput, withLink({ relation: "extends", source_id: 1 }), "An id must be a string."],
  [SplitInput, withLink({ relation: "extends" }), "A link names the other note by either source_id or target_id."],
  [
    SplitInput,
    withLink({ relation: "supersedes", source_id: "b" }),
    "What the note supersedes stays with it: a part is linked with that through the note.",
  ],
  [ListOperationsInput, { limit: 101 }, undefined],
  [ListOperationsInput, { limit: 0 }, undefined],
] as const)("refuses what cannot be an operation, with a sentence: %#", (schema, input, message) => {
  const { success, error } = schema.safeParse(input);
  expect(success).toBe(false);
  if (message !== undefined) expect(error?.issues.map((issue) => issue.message)).toContain(message);
});

it("accepts as much as there may be", () => {
  const ids = Array.from({ length: LIMITS.notesMerged }, (_, index) => `n${index}`);
  expect(MergeInput.parse({ id: "a", with: ids }).with).toEqual(ids);
  const parts = Array.from({ length: LIMITS.parts }, () => part);
  expect(SplitInput.parse({ id: "a", parts }).parts[0]).toEqual({ ...part, tags: [], importance: 0.5, links: [] });
  expect(ListOperationsInput.parse({ limit: LIMITS.operationPage }).limit).toBe(100);
});
