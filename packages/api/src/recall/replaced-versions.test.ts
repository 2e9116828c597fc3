import type { CreatedNote } from "@knote/contract";
import { createScriptedModel, testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";

it("gives the model what its notes replaced, newest first, and cites it with numbers after theirs", async () => {
  const { models, api, note, replace } = setUp();
  const [oldest, older, head] = [
    await note("Owls hunt voles"),
    await note("Owls hunt frogs"),
    await note("Owls hunt mice"),
  ];
  await replace(oldest, older);
  await replace(older, head);
  const { answer, sources } = await api.recall.ask({ query: "owls hunt" });
  const [passage, another] = models.default.requests[0]!.passages;
  expect(another).toBeUndefined();
  expect(passage).toMatchObject({ noteId: head.id, state: "active" });
  expect(passage!.earlier).toMatchObject([{ noteId: older.id }, { noteId: oldest.id }]);
  const titles = sources.map(({ title }) => title);
  expect(titles.toSorted()).toEqual(["Owls hunt frogs", "Owls hunt mice"]);
  expect(answer).toBe(
    `Before [${titles.indexOf("Owls hunt frogs") + 1}], now [${titles.indexOf("Owls hunt mice") + 1}].`,
  );
});

it("names the head beside a version that is cited alone", async () => {
  const { api, note, replace } = setUp({ text: ["Before [2]."], cited: [2] });
  const [older, head] = [await note("Owls hunt frogs"), await note("Owls hunt mice")];
  await replace(older, head);
  const { answer, sources } = await api.recall.ask({ query: "owls hunt" });
  const ids = sources.map(({ id }) => id);
  expect(ids.toSorted()).toEqual([older.id, head.id].toSorted());
  expect(answer).toBe(`Before [${ids.indexOf(older.id) + 1}].`);
});

it("offers a remote model no earlier version", async () => {
  const { models, api, note, replace } = setUp();
  Object.assign(models.default, { isRemote: true });
  const [older, head] = [await note("Owls hunt frogs"), await note("Owls hunt mice")];
  await replace(older, head);
  const { sources } = await api.recall.ask({ query: "owls hunt" });
  expect(sources.map(({ id }) => id)).toEqual([head.id]);
});

it("lists no earlier version in recall", async () => {
  const { api, note, replace } = setUp();
  const [older, head] = [await note("Owls hunt frogs"), await note("Owls hunt mice")];
  await replace(older, head);
  const { results } = await api.recall.recall({ query: "owls hunt", mode: "graph", limit: 10 });
  expect(results.map(({ id }) => id)).toEqual([head.id]);
});

it("gives at most four earlier versions", async () => {
  const { models, api, note, replace } = setUp();
  let current = await note("Owls hunt mice");
  for (let index = 0; index < 5; index++) {
    const next = await note(`Owls hunt mice ${index}`);
    await replace(current, next);
    current = next;
  }
  await api.recall.ask({ query: "owls hunt" });
  expect(models.default.requests[0]!.passages.flatMap(({ earlier = [] }) => earlier)).toHaveLength(4);
});

function setUp(answer = { text: ["Before [2], now [1]."], cited: [1, 2] }) {
  const script = () => answer;
  const models = {
    default: createScriptedModel("test-default", script),
    capable: createScriptedModel("test-capable"),
    demo: createScriptedModel("test-demo"),
  };
  const { api } = testUser(testServices({ models }));
  return {
    models,
    api,
    note: (title: string) => api.notes.create({ title, content: title, note_type: "fact" }),
    replace: (older: CreatedNote, newer: CreatedNote) =>
      api.links.create({ source_id: newer.id, target_id: older.id, relation: "supersedes" }),
  };
}
