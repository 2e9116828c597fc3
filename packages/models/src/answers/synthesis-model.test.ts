import { describe, expect, it } from "vitest";
import { aPassage, answerOf, citationsIn } from "./a-passage.ts";
import { NO_ANSWER } from "./answerable.ts";
import { createSynthesisModel } from "./synthesis-model.ts";

const model = createSynthesisModel();
const query = "Compare what my notes say about learning.";

describe("knote-synthesis-1", () => {
  it("groups what the notes say, cites every line and shows where they disagree", async () => {
    const passages = [
      aPassage({ title: "Spaced reviews make learning last", text: "Intervals should grow." }),
      aPassage({ title: "Sleep consolidates learning", text: "Memory moves to the cortex at night." }),
      aPassage({ title: "Short reviews beat long reviews for learning", text: "Ten minutes suffice." }),
      aPassage({ title: "Music while learning helps", text: "It lifts the mood." }),
      aPassage({ title: "Music while learning distracts", text: "Lyrics compete for attention.", contradicts: [3] }),
    ];
    const { text, cited } = await answerOf(model, { query, passages });
    const [agreements, disagreements] = text.split("\n\nWhere your notes disagree:\n");
    expect(agreements).toMatch(/^What your notes say about this:\n\nReviews:\n/);
    expect(agreements).toContain("- “Spaced reviews make learning last” “Intervals should grow.” [1]");
    expect(agreements).not.toContain("Music");
    expect(disagreements).toBe(
      "- “Music while learning helps” (1 March 2026) [4] — but “Music while learning distracts” (1 March 2026) [5]",
    );
    for (const line of text.split("\n").filter((one) => one.startsWith("-"))) expect(citationsIn(line)).not.toEqual([]);
    expect(cited).toEqual([1, 2, 3, 4, 5]);
  });

  it("cites all notes that say the same in one line", async () => {
    const passages = [
      aPassage({ title: "Sleep consolidates learning", text: "Sleep." }),
      aPassage({ title: "Sleep consolidates all learning", text: "Sleep." }),
    ];
    expect((await answerOf(model, { query, passages })).text).toContain(
      "- “Sleep consolidates learning” “Sleep.” [1] [2]",
    );
  });

  it("cites at most eight notes even if many contradict each other", async () => {
    const all = Array.from({ length: 12 }, (_, index) => index);
    const passages = all.map((index) =>
      aPassage({
        title: `Opinion ${index} about learning`,
        text: "Opinion.",
        contradicts: all.filter((other) => other !== index),
      }),
    );
    const { text, cited } = await answerOf(model, { query, passages, maxTokens: 1_200 });
    expect(cited.length).toBeLessThanOrEqual(8);
    expect(text).toContain(
      "Where your notes disagree:\n- “Opinion 0 about learning” (1 March 2026) [1] — but “Opinion 1 about learning” (1 March 2026) [2]",
    );
  });

  it("cites at most eight notes", async () => {
    const subjects = [
      "Otters",
      "Badgers",
      "Herons",
      "Beavers",
      "Foxes",
      "Newts",
      "Voles",
      "Swans",
      "Toads",
      "Trout",
      "Midges",
      "Reeds",
    ];
    const { cited } = await answerOf(model, {
      query: "Summarize all about learning",
      maxTokens: 1_200,
      passages: subjects.map((subject) => aPassage({ title: `${subject} are learning`, text: subject })),
    });
    expect(cited).toHaveLength(8);
  });

  it("quotes a single note without themes", async () => {
    expect(
      (await answerOf(model, { query, passages: [aPassage({ title: "Sleep consolidates learning", text: "Sleep." })] }))
        .text,
    ).toBe("What your notes say about this:\n- “Sleep consolidates learning” “Sleep.” [1]");
  });

  it("says that the notes do not answer, and cites nothing, when all are far from the question", async () => {
    const passages = [aPassage({ title: "Bread needs a hot oven", similarity: 0.2, coverage: 0 })];
    expect(await answerOf(model, { query, passages })).toEqual({ text: NO_ANSWER, cited: [], parts: 2 });
  });

  it("leaves out whole lines when the size is small", async () => {
    const passages = ["Sleep", "Walking", "Writing"].map((subject) =>
      aPassage({ title: `${subject} helps learning`, text: subject }),
    );
    const { text, cited } = await answerOf(model, { query, passages, maxTokens: 25 });
    expect(text.length).toBeLessThanOrEqual(100);
    expect(cited).toEqual([1, 2]);
    expect(text).toMatch(/\[2\]$/);
  });
});
