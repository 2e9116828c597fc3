import { testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";
import type { Client } from "../../remote/trpc.ts";
import { loadPastGraph } from "./load-past-graph.ts";

it("loads the notes and links of then, page by page", async () => {
  const services = testServices();
  const { api, note, link } = testUser(services);
  const [one, two, three] = [await note("One"), await note("Two"), await note("Three")];
  await link(one, "extends", two);
  await link(two, "extends", three);
  await link(one, "contradicts", three);
  const as_of = new Date(services.clock.now()).toISOString();
  services.clock.advance(1_000);
  await note("Four");
  await api.notes.update({ id: one.id, title: "One, changed" });
  await api.links.delete({ source_id: one.id, target_id: three.id, relation: "contradicts" });
  // Does as the client of the past, with short pages.
  const client = {
    notes: { list: { query: (input: object) => api.notes.list({ ...input, as_of, limit: 2 }) } },
    links: { list: { query: (input: object) => api.links.list({ ...input, as_of, limit: 2 }) } },
  } as unknown as Client;
  const progress: number[] = [];
  const graph = await loadPastGraph(client, {
    signal: new AbortController().signal,
    onProgress: (notes) => progress.push(notes),
  });
  expect(graph.notes.map(({ title, state }) => [title, state]).toSorted()).toEqual([
    ["One", "active"],
    ["Three", "contested"],
    ["Two", "active"],
  ]);
  const relations = graph.links.map(({ source, relation, target }) => `${source} ${relation} ${target}`);
  expect(relations.toSorted()).toEqual(
    [`${one.id} extends ${two.id}`, `${two.id} extends ${three.id}`, `${one.id} contradicts ${three.id}`].toSorted(),
  );
  expect(progress).toEqual([2, 3]);
});
