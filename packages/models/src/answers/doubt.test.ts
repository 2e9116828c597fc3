import type { Passage, PassageReview } from "@knote/api";
import { describe, expect, it } from "vitest";
import { answerOf, aPassage } from "./a-passage.ts";
import { createExtractModel } from "./extract-model.ts";
import { createSynthesisModel } from "./synthesis-model.ts";

const QUERY = "Who does the code reviews?";

function review(fields: Partial<PassageReview>): Pick<Passage, "review"> {
  const causeId = "cause";
  return {
    review: {
      kind: "superseded",
      causeId,
      claim: "Ada leads the team",
      now: [{ title: "Grace leads the team", passage: 1 }],
      ...fields,
    },
  };
}

async function answer(
  fields: Partial<PassageReview> | null,
  more: Partial<Passage>[] = [],
  query = QUERY,
): Promise<string> {
  const doubtedPassage = aPassage({
    title: "Code reviews go to Linus",
    text: "",
    coverage: 1,
    ...(fields && review(fields)),
  });
  const standing = aPassage({ title: "Grace leads the team", text: "", similarity: 0.3, score: 0.3, coverage: 0 });
  const passages = [doubtedPassage, standing, ...more.map(aPassage)];
  return (await answerOf(createExtractModel(), { query, passages })).text;
}

describe("the doubt of an answer", () => {
  it.each<[string, Partial<PassageReview>, string]>([
    ["replaced", {}, "It rested on “Ada leads the team”, which “Grace leads the team” [2] replaced."],
    [
      "disputed",
      { kind: "contested" },
      "It rested on “Ada leads the team”, which “Grace leads the team” [2] disputes.",
    ],
    ["set aside", { kind: "archived", now: [] }, "It rested on “Ada leads the team”, which you set aside."],
    [
      "deleted",
      { kind: "deleted", claim: "Code reviews go to Linus", now: [] },
      "It rested on a note that you deleted.",
    ],
    [
      "reworded",
      { kind: "reworded", claim: "Grace leads the team" },
      "It rested on a claim that reads “Grace leads the team” [2] now.",
    ],
    [
      "replaced by a note that is no source",
      { now: [{ title: "Grace [9] leads", passage: null }] },
      "It rested on “Ada leads the team”, which “Grace (9) leads” replaced.",
    ],
    ["replaced by nothing that is left", { now: [] }, "It rested on “Ada leads the team”, which was replaced."],
  ])("says that the claim below was %s", async (_, fields, reason) => {
    expect(await answer(fields)).toBe(`Not certain any more: “Code reviews go to Linus” [1]. ${reason}`);
  });

  it("is absent where the note stands", async () => {
    expect(await answer(null)).toBe("“Code reviews go to Linus” [1]");
  });

  it("gives way to a rule whose condition has come true", async () => {
    const rule = {
      title: "If the lead of the team changes, the code reviews will go to James",
      text: "",
      coverage: 1,
      similarity: 0.55,
      ...review({}),
    };
    expect(await answer({}, [rule])).toBe(
      "“If the lead of the team changes, the code reviews will go to James” [3]. That has happened: “Grace leads the team” [2] replaced “Ada leads the team”.",
    );
  });

  it.each<[string, Partial<PassageReview>]>([
    ["rests on another claim", { causeId: "other" }],
    ["rests on a claim that is only contested", { kind: "contested" }],
  ])("does not give way to a rule that %s", async (_, fields) => {
    const rule = {
      title: "If the lead of the team changes, the code reviews will go to James",
      text: "",
      coverage: 1,
      similarity: 0.45,
      score: 0.6,
      ...review(fields),
    };
    const doubtedFields = fields.kind === "contested" ? fields : {};
    const text = await answer(doubtedFields, [rule]);
    expect(text).not.toContain("That has happened");
    expect(text).toContain("Not certain any more: “Code reviews go to Linus” [1]");
  });

  it("stands in an overview, too", async () => {
    const passages = [
      aPassage({ title: "Code reviews go to Linus", text: "", coverage: 1, ...review({}) }),
      aPassage({ title: "Grace leads the team", text: "", similarity: 0.3, score: 0.3 }),
      aPassage({ title: "Code reviews take an hour", text: "", coverage: 1 }),
    ];
    const { text } = await answerOf(createSynthesisModel(), {
      query: "Summarise what I know about code reviews",
      passages,
    });
    expect(text).toContain("- Not certain any more: “Code reviews go to Linus” [1]. It rested on “Ada leads the team”");
    expect(text).not.toContain("Not certain any more: “Code reviews take");
  });
});
