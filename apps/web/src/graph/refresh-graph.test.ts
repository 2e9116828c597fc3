import type { ActivityEvent, Relation } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import type { Client } from "../remote/trpc.ts";
import { loadGraph } from "./load-graph.ts";
import { refreshGraph } from "./refresh-graph.ts";

const at = "2026-03-01T12:00:00.000Z";
const created = (title: string): ActivityEvent => ({
  type: "note_created",
  data: { title, note_type: "fact" },
  timestamp: at,
});
const linked = (relation: Relation): ActivityEvent => ({
  type: "note_linked",
  data: { source: "", target: "", relation },
  timestamp: at,
});
const about = (
  type: "note_deleted" | "note_restored" | "note_unlinked" | "note_updated",
  id: string,
): ActivityEvent => ({
  type,
  data: { id, title: "" },
  timestamp: at,
});

/** The real procedures, called as the page calls them. */
function given() {
  const user = testUser(testServices());
  const client = new Proxy({} as Client, {
    get: (_, router: string) =>
      new Proxy(
        {},
        {
          get: (__, procedure: string) => ({
            query: (input: never) =>
              (user.api as unknown as Record<string, Record<string, (input: never) => unknown>>)[router]![procedure]!(
                input,
              ),
          }),
        },
      ),
  });
  const load = () => loadGraph(client, { signal: new AbortController().signal, onProgress: () => undefined });
  return { ...user, client, load };
}

describe("the graph as events tell of it", () => {
  it("is what reading all again gives: new notes, links, changes, removals, and the states that follow", async () => {
    const { client, api, note, link, load } = given();
    const [one, two, three] = [await note("One"), await note("Two"), await note("Three")];
    await link(one, "extends", two);
    await link(one, "relates_to", three);
    const before = await load();

    const four = await note("Four");
    await link(four, "contradicts", one);
    await api.notes.update({ id: two.id, title: "Two, changed", note_type: "belief" });
    await api.notes.delete({ id: three.id });
    await api.links.delete({ source_id: one.id, target_id: two.id, relation: "extends" });
    const events = [
      created("Four"),
      linked("contradicts"),
      about("note_updated", two.id),
      about("note_deleted", three.id),
      about("note_unlinked", one.id),
    ];
    const after = await refreshGraph(client, before, events);

    expect(after).toEqual(await load());
    expect(after?.notes.find(({ id }) => id === one.id)?.state).toBe("contested");
    expect(after?.notes.map(({ title }) => title)).not.toContain("Three");
  });

  it("is read again when a note was restored, whose links no event names", async () => {
    const { client, api, note, load } = given();
    const one = await note("One");
    await api.notes.delete({ id: one.id });
    const before = await load();
    await api.notes.restore({ id: one.id });
    expect(await refreshGraph(client, before, [about("note_restored", one.id)])).toBeNull();
  });

  it("keeps the notes that did not change as they are", async () => {
    const { client, note, load } = given();
    await note("One");
    const before = await load();
    await note("Two");
    const after = await refreshGraph(client, before, [created("Two")]);
    expect(after?.notes[1]).toBe(before.notes[0]);
  });

  it("is read again when a note came back, whose links no event names, and when much was imported", async () => {
    const { client, api, note, load } = given();
    const one = await note("One");
    await api.notes.delete({ id: one.id });
    const before = await load();
    await api.notes.restore({ id: one.id });
    expect(await refreshGraph(client, before, [about("note_updated", one.id)])).toBeNull();
    const imported: ActivityEvent = {
      type: "import_progress",
      data: { created: 1, updated: 0, unchanged: 0, linked: 0, failed: 0 } as never,
      timestamp: at,
    };
    expect(await refreshGraph(client, before, [imported])).toBeNull();
  });
});
