import { testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";
import type { Client } from "../../remote/trpc.ts";
import { type LoadedGraph, loadGraph } from "./load-graph.ts";

/** Calls the real procedure as the page does; `calls` records the inputs. */
function givenGraph() {
  const user = testUser(testServices());
  const calls: unknown[] = [];
  const query = (input: object) => {
    calls.push(input);
    return user.api.graph.snapshot(input);
  };
  const client = { graph: { snapshot: { query } } } as unknown as Client;
  const load = (cachedGraph?: LoadedGraph, onProgress: (notes: number) => void = () => undefined) =>
    loadGraph(client, { cachedGraph, signal: new AbortController().signal, onProgress });
  return { ...user, calls, load };
}

it("loads everything first, and then only the changes, with the same result", async () => {
  const { api, note, link, calls, load } = givenGraph();
  const [one, two, three] = [await note("One"), await note("Two"), await note("Three")];
  await link(one, "extends", two);
  await link(one, "relates_to", three);
  const before = await load();
  await link(await note("Four"), "contradicts", one);
  await api.notes.update({ id: two.id, title: "Two, changed", note_type: "belief" });
  await api.notes.delete({ id: three.id });
  await api.links.delete({ source_id: one.id, target_id: two.id, relation: "extends" });
  const after = await load(before);
  expect(after).toEqual(await load());
  expect(after.notes.find(({ id }) => id === one.id)?.state).toBe("contested");
  expect(after.notes.map(({ title }) => title)).not.toContain("Three");
  expect(calls).toEqual([{ since: undefined }, { since: before.version }, { since: undefined }]);
});

it("puts a restored note back in its place, with its links", async () => {
  const { api, note, link, load } = givenGraph();
  const [one, two] = [await note("One"), await note("Two")];
  await link(one, "supersedes", two);
  await api.notes.delete({ id: one.id });
  const before = await load();
  expect(before.links).toEqual([]);
  await api.notes.restore({ id: one.id });
  const after = await load(before);
  expect(after.notes.map(({ title, state }) => [title, state])).toEqual([
    ["Two", "superseded"],
    ["One", "active"],
  ]);
  expect(after.links).toEqual([{ source: one.id, target: two.id, relation: "supersedes" }]);
});

it("keeps the notes that did not change, and the graph when nothing did", async () => {
  const { api, note, load } = givenGraph();
  await note("One");
  const before = await load();
  await api.recall.ask({ query: "What?" });
  const same = await load(before);
  expect(same.notes).toBe(before.notes);
  await note("Two");
  expect((await load(same)).notes[1]).toBe(before.notes[0]);
});

it("reports how many notes are loaded", async () => {
  const { note, load } = givenGraph();
  for (const title of ["One", "Two"]) await note(title);
  const noteCounts: number[] = [];
  await load(undefined, (notes) => noteCounts.push(notes));
  expect(noteCounts).toEqual([2]);
});
