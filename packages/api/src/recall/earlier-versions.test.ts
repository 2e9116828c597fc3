import { createScriptedModel, testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";
import type { Passage } from "../ports/answer-model.ts";

it("lets an answer model know how near the superseded version was, and quotes only the successor", async () => {
  const { ask, note, supersede } = setUp();
  const [old, head] = [await note("Owls hunt mice"), await note("Barn birds eat voles")];
  await supersede(head, old);
  const [passage, ...others] = await ask("owls hunt mice");
  expect(others).toEqual([]);
  expect(passage).toMatchObject({
    noteId: head.id,
    similarity: expect.closeTo(0.29, 2),
    earlierSimilarity: expect.closeTo(1, 5),
    coverage: 1,
  });
  expect(JSON.stringify({ ...passage, earlier: [] })).not.toContain("Owls");
});

it("joins the words of both versions where both are hits, whichever is better", async () => {
  const { ask, note, supersede } = setUp();
  for (const [first, second] of [
    ["Owls hunt mice", "Owls rest in barns"],
    ["Owls rest in barns", "Owls hunt mice"],
  ]) {
    const [old, head] = [await note(first!), await note(second!)];
    await supersede(head, old);
  }
  const passages = await ask("owls hunt mice; rest in barns");
  expect(passages.map(({ coverage }) => coverage)).toEqual([1, 1]);
});

it("reports no earlier version of a note that supersedes nothing, or only what was not found", async () => {
  const { ask, note, supersede } = setUp();
  const [old, head] = [await note("Zebras graze"), await note("Owls hunt mice")];
  await supersede(head, old);
  await note("Owls hunt mice by night");
  const passages = await ask("owls hunt mice");
  expect(passages).toHaveLength(2);
  for (const passage of passages) expect(passage).not.toHaveProperty("earlierSimilarity");
});

function setUp() {
  let passages: readonly Passage[] = [];
  const model = createScriptedModel("test-default", (request) => {
    passages = request.passages;
    return { text: ["Yes."], cited: [] };
  });
  const services = testServices({ models: { default: model, capable: model, demo: model } });
  const user = testUser(services);
  const supersede = (head: { id: string }, old: { id: string }) =>
    user.api.links.create({ source_id: head.id, target_id: old.id, relation: "supersedes" });
  const ask = async (query: string) => {
    await user.api.recall.ask({ query });
    return passages;
  };
  return { ...user, supersede, ask };
}
