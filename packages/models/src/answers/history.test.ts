import type { Passage } from "@knote/api";
import { describe, expect, it } from "vitest";
import { aPassage, answerOf } from "./a-passage.ts";
import { createExtractModel } from "./extract-model.ts";
import { createSynthesisModel } from "./synthesis-model.ts";

const now = Date.UTC(2026, 5, 1);
const model = createExtractModel({ now: () => now });

function version(title: string, createdAt: string) {
  return { noteId: title, title, text: "", createdAt, similarity: 0.4 };
}

const passages: Passage[] = [
  aPassage({
    title: "The choir sings on Mondays in the barn",
    text: "The chapel was too cold.",
    createdAt: "2026-02-01T09:00:00.000Z",
    earlier: [
      version("The choir sings on Fridays in the chapel", "2024-03-01T09:00:00.000Z"),
      version("The choir sings on Sundays in the school", "2021-03-01T09:00:00.000Z"),
    ],
  }),
  aPassage({ title: "The boat is in the harbour", text: "Until winter.", score: 0.2, similarity: 0.1, coverage: 0 }),
];

describe("what was replaced", () => {
  it.each([
    [
      "Where did the choir use to sing?",
      "“The choir sings on Fridays in the chapel” (from 1 March 2024 until 1 February 2026) [3]",
    ],
    ["Where did the choir sing a year ago?", "“The choir sings on Fridays in the chapel”"],
    [
      "Where did the choir sing in 2022?",
      "“The choir sings on Sundays in the school” (from 1 March 2021 until 1 March 2024) [4]",
    ],
  ])("answers %j, followed by what is so now", async (query, former) => {
    const { text, cited } = await answerOf(model, { query, passages });
    expect(text).toContain(`Before: ${former}`);
    expect(text.split("\n")[1]).toBe("Since then: “The choir sings on Mondays in the barn” [1]");
    expect(cited).toContain(1);
  });

  it("is not told to a question about now", async () => {
    const { text, cited } = await answerOf(model, { query: "Where does the choir sing?", passages });
    expect(text).toContain("Mondays");
    expect(text).not.toMatch(/Fridays|Sundays/);
    expect(cited).toEqual([1]);
  });

  it("leads to what replaced it when the question uses its words", async () => {
    const { text, cited } = await answerOf(model, { query: "Does the choir sing on Fridays in the chapel?", passages });
    expect(text).toBe("No longer: “The choir sings on Mondays in the barn” (since 1 February 2026) [1]");
    expect(cited).toEqual([1]);
  });

  it("is the history at the end of an overview", async () => {
    const { text } = await answerOf(createSynthesisModel(), { query: "Summarize all about the choir", passages });
    expect(text).toContain(
      "What has changed:\n- “The choir sings on Fridays in the chapel” (from 1 March 2024 until 1 February 2026) [3]",
    );
  });
});
