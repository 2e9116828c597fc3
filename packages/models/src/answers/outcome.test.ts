import type { Passage } from "@knote/api";
import { OUTCOMES } from "@knote/contract";
import { describe, expect, it } from "vitest";
import { answerOf, aPassage } from "./a-passage.ts";
import { createExtractModel } from "./extract-model.ts";
import { createSynthesisModel } from "./synthesis-model.ts";

const QUERY = "Which database do we use?";
const CLAIM: Partial<Passage> = { title: "We use Postgres as our database", text: "", coverage: 1 };

async function answer(stance: Passage["stance"], fields: Partial<Passage> = {}): Promise<string> {
  const passage = aPassage({ ...CLAIM, ...(stance && { stance }), ...fields });
  return (await answerOf(createExtractModel(), { query: QUERY, passages: [passage] })).text;
}

describe("the quotation of a decision with an outcome", () => {
  it.each([
    [0.7, "came_false", "you were 70 % sure; it came false"],
    [0.7, "came_true", "you were 70 % sure; it came true"],
    [1, "mixed", "you were 100 % sure; it came true in part"],
    [0, "unknown", "you were 0 % sure; what came of it is unknown"],
    [0.555, "came_true", "you were 56 % sure; it came true"],
    [null, "came_false", "it came false"],
  ] as const)("ends with what came: %f, %s", async (confidence, outcome, remark) => {
    expect(await answer({ confidence, outcome })).toBe(`“We use Postgres as our database” (${remark}) [1]`);
  });

  it("says nothing of it while the outcome is open", async () => {
    expect(await answer({ confidence: 0.7, outcome: null })).toBe(await answer(undefined));
    expect(await answer(undefined)).toBe("“We use Postgres as our database” [1]");
  });

  it("keeps the doubt around it", async () => {
    const review = { kind: "archived", causeId: "cause", claim: "Postgres is cheap", now: [] } as const;
    expect(await answer({ confidence: 0.7, outcome: "came_false" }, { review })).toBe(
      "Not certain any more: “We use Postgres as our database” (you were 70 % sure; it came false) [1]. It rested on “Postgres is cheap”, which you set aside.",
    );
  });

  it("stands beside the day of each side of a contest", async () => {
    const stance = { confidence: 0.7, outcome: "came_false" } as const;
    const passages = [
      aPassage({ ...CLAIM, noteId: "one", stance, contradicts: [1] }),
      aPassage({ noteId: "other", title: "We use SQLite as our database", text: "", coverage: 1, contradicts: [0] }),
    ];
    const { text } = await answerOf(createExtractModel(), { query: QUERY, passages });
    expect(text).toBe(
      "Your notes disagree: “We use Postgres as our database” (1 March 2026; you were 70 % sure; it came false) [1] — but “We use SQLite as our database” (1 March 2026) [2].",
    );
  });

  it("comes in a survey, too, but not of a sentence that several notes share", async () => {
    const stance = { confidence: 0.7, outcome: "came_true" } as const;
    const passages = [
      aPassage({ ...CLAIM, noteId: "one", stance, score: 0.9 }),
      aPassage({ noteId: "other", title: "Our database grows", text: "It doubles each year.", coverage: 1 }),
    ];
    const request = { query: "Summarize all about our database", passages };
    const { text } = await answerOf(createSynthesisModel(), request);
    expect(text).toContain("“We use Postgres as our database” (you were 70 % sure; it came true) [1]");
    const twice = [...passages, aPassage({ ...CLAIM, noteId: "third", score: 0.9 })];
    const merged = (await answerOf(createSynthesisModel(), { ...request, passages: twice })).text;
    expect(merged).toContain("“We use Postgres as our database”");
    expect(merged).not.toContain("sure");
  });

  it("has words for every outcome", async () => {
    for (const outcome of OUTCOMES) expect(await answer({ confidence: 0.5, outcome })).toContain("50 % sure; ");
  });
});
