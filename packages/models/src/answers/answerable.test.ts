import { expect, it } from "vitest";
import { aPassage, answerOf } from "./a-passage.ts";
import { NO_ANSWER } from "./answerable.ts";
import { createExtractModel } from "./extract-model.ts";

const offsite = { title: "The Lisbon offsite", text: "We stayed in Alfama in May 2025. Maria booked it." };

async function answerAt(query: string, similarity: number): Promise<string> {
  return (await answerOf(createExtractModel(), { query, passages: [aPassage({ ...offsite, similarity })] })).text;
}

it.each(["Who booked the offsite?", "What did we do in May 2025?"])(
  "answers %j, which has no names, by shared words, however far in meaning",
  async (query) => {
    expect(await answerAt(query, 0.2)).not.toBe(NO_ANSWER);
  },
);

it.each([
  "What is my account number?",
  "How should I study?",
  "Did Tomás book the offsite?",
  "Who booked the hotel in Porto?",
])("has no answer to %j", async (query) => {
  expect(await answerAt(query, 0.29)).toBe(NO_ANSWER);
});

it("compares words for a note without a vector, even beside a note with one", async () => {
  const passages = [
    aPassage({ ...offsite, similarity: 0, coverage: 1, score: 1 }),
    aPassage({ title: "Bread needs a hot oven", text: "", similarity: 0.1, coverage: 0, score: 0.2 }),
  ];
  const { text } = await answerOf(createExtractModel(), { query: "Who booked the offsite?", passages });
  expect(text).not.toBe(NO_ANSWER);
});

it("answers from a note whose earlier version was near to the question, however far its own words are", async () => {
  const passage = aPassage({ title: "The venue moved to Porto", text: "", similarity: 0.1, coverage: 0 });
  const textAt = async (earlierSimilarity: number) =>
    (
      await answerOf(createExtractModel(), {
        query: "Which hotel takes us?",
        passages: [{ ...passage, earlierSimilarity }],
      })
    ).text;
  expect(await textAt(0.1)).toBe(NO_ANSWER);
  expect(await textAt(0.8)).toContain("The venue moved to Porto");
});

it("answers from a note with all words of the question, however far in meaning, but not by a name alone", async () => {
  const note = { title: "Sails by Maria", text: "She will not mend the canopy.", similarity: 0.3, coverage: 1 };
  const answer = async (query: string) =>
    (await answerOf(createExtractModel(), { query, passages: [aPassage(note)] })).text;
  expect(await answer("What will Maria not mend?")).toContain("canopy");
  expect(await answer("Where does Maria come from?")).toBe(NO_ANSWER);
});

it("has no answer in an item that only repeats the question", async () => {
  const note = { title: "The rota", text: "- Maria\n- Joao\n\nInes comes back in May.", similarity: 0.6, coverage: 1 };
  const { text } = await answerOf(createExtractModel(), {
    query: "Where does Maria come from?",
    passages: [aPassage(note)],
  });
  expect(text).toBe(NO_ANSWER);
});
