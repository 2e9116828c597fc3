import { expect, it } from "vitest";
import { answerOf, passagesFor } from "./a-passage.ts";
import { createExtractModel } from "./extract-model.ts";

async function answer(query: string, title: string, text: string): Promise<string> {
  const passages = passagesFor(query, [{ title, text, similarity: 0.75 }]);
  return (await answerOf(createExtractModel(), { query, passages })).text;
}

it("follows the sentence about a thing that the other one does not mention", async () => {
  const title = "Otto must not eat nuts";
  expect(await answer("Can Otto eat nuts in cake?", title, "Baked into cake they are fine.")).toMatch(/^Yes: “Baked/);
  expect(await answer("Can Otto eat nuts?", title, "Baked into cake they are fine.")).toMatch(/^No: “Otto/);
});

it("confirms nothing by a title that denies it", async () => {
  const text = "The neighbours hear every letter read aloud.";
  expect(
    await answer("Does the box send letters to the mayor?", "The box never sends letters to the mayor", text),
  ).toMatch(/^No: /);
});

it("reads a question that begins with any verb in German", async () => {
  expect(await answer("Heizen wir das Bad mit Holz?", "Wir heizen das Bad nicht mit Holz", "")).toMatch(/^Nein: /);
});
