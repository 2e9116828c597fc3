import type { GroundedAnswer } from "@knote/contract";
import { describe, expect, it } from "vitest";
import type { Client } from "../../remote/trpc.ts";
import type { KeptAnswer } from "./answer-history.ts";
import { ASKING, streamAnswer } from "./stream-answer.ts";

const FULL_ANSWER = { answer: "Yes [1].", sources: [{ id: "a", title: "A", similarity: 0.9 }], model: "plain" };

/** A fake server that streams `FULL_ANSWER` with the given cost. */
function givenServer(cost: Pick<GroundedAnswer, "capable" | "fell_back">): Client {
  const recall = {
    askStream: {
      mutate: async () =>
        (async function* () {
          yield { event: "sources", data: { sources: FULL_ANSWER.sources } };
          for (let piece = 0; piece < 1_000; piece++) yield { event: "delta", data: { text: "Yes" } };
          yield { event: "done", data: { ...FULL_ANSWER, ...cost } };
        })(),
    },
  };
  // Safe because `streamAnswer` uses nothing else of the client.
  return { recall } as unknown as Client;
}

async function ask(client: Client, question: string) {
  const keptAnswers: KeptAnswer[] = [];
  let shownAnswer = ASKING;
  let showings = 0;
  await streamAnswer(client, question, {
    show(change) {
      showings++;
      shownAnswer = change(shownAnswer);
    },
    keep: (answer) => keptAnswers.push(answer),
    signal: new AbortController().signal,
  });
  return { shownAnswer, keptAnswers, showings };
}

describe("an answer", () => {
  it("is stored once, with the cost that the server reports", async () => {
    const { shownAnswer, keptAnswers } = await ask(
      givenServer({ capable: false, fell_back: true }),
      "Compare tea and coffee",
    );
    expect(shownAnswer).toMatchObject({
      phase: "done",
      text: "Yes [1].",
      keptAnswer: { capable: false, fellBack: true },
    });
    expect(keptAnswers).toEqual([shownAnswer.keptAnswer]);
    expect(keptAnswers[0]).toMatchObject({ question: "Compare tea and coffee", answer: "Yes [1].", model: "plain" });
  });

  it("by the capable model has not fallen back, whatever the model's name", async () => {
    const { keptAnswers } = await ask(givenServer({ capable: true, fell_back: false }), "Compare tea and coffee");
    expect(keptAnswers).toMatchObject([{ capable: true, fellBack: false, model: "plain" }]);
  });

  it("that arrives in many pieces at once is not rendered for each", async () => {
    const { showings } = await ask(givenServer({ capable: false, fell_back: false }), "Does tea keep awake?");
    expect(showings).toBeLessThan(10);
  });
});
