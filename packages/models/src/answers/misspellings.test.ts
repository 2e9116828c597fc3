import { expect, it } from "vitest";
import { answerOf, passagesFor } from "./a-passage.ts";
import { NO_ANSWER } from "./answerable.ts";
import { createExtractModel } from "./extract-model.ts";

const NOTES = [
  { title: "Ines maintains the crane", text: "Her hut is at the quarry. It is 40 metres tall.", similarity: 0.5 },
];

async function answer(query: string): Promise<string> {
  return (await answerOf(createExtractModel(), { query, passages: passagesFor(query, NOTES) })).text;
}

it("reads a word that differs in a letter as the notes write it", async () => {
  expect(await answer("Who mantains the crane?")).toContain("Ines maintains");
  expect(await answer("Where is the hut at the qaurry?")).toContain("quarry");
});

it("leaves words that are short, or begin with another letter, as they are", async () => {
  expect(await answer("Who maintains the plane?")).toBe(NO_ANSWER);
  expect(await answer("Where is the hat of the miller?")).toBe(NO_ANSWER);
});
