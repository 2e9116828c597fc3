import { testServices, testUser } from "@knote/testkit";
import { expect, it, vi } from "vitest";
import { createIndexer } from "../indexing/indexer.ts";

it("embeds what is asked as questions, and notes never, even for a person who waits", async () => {
  const services = testServices();
  const embed = vi.spyOn(services.embedder, "embed");
  const ada = testUser(services);
  const { id } = await ada.note("Owls hunt at night");
  await createIndexer(services, () => undefined).drain();
  await ada.api.recall.recall({ query: "who hunts?" });
  await ada.api.notes.suggestions({ id });
  await ada.api.tend.near({});
  const questions = embed.mock.calls.flatMap(([texts, { isQuestion }]) => (isQuestion ? texts : []));
  const notes = embed.mock.calls.flatMap(([texts, { isQuestion }]) => (isQuestion ? [] : texts));
  expect(questions).toEqual(["who hunts?"]);
  expect(new Set(notes)).toEqual(new Set([expect.stringContaining("Owls hunt at night")]));
});
