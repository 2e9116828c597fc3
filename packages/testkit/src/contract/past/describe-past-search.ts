import { linkKey } from "@knote/api";
import type { Link, Note } from "@knote/contract";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Caller } from "../../callers/test-user.ts";
import type { OpenStorage } from "../open-storage.ts";
import { createWriter, momentOf, steps } from "./history.ts";
import { replay, writeAll } from "./replay.ts";

const SEARCHES = [
  ...["owls", "hunt night", '"at night"', "bats OR moths", "owls -night", "changed*", "writen", '"at"', "-hunt"],
  ...["tag:birds hunt", "tag:b* owls", "-tag:birds", "-tag:mammals night", "type:fact state:superseded,contested fly"],
  ...["state:archived hunt", "owls hunt, at", "before:2026-03-01 owls", "fly moth*", "hnut", '"hunt at" -tag:birds'],
];
const QUESTION = "Which owls hunt at night?";

/** Tests of searches and recall as of a time, with the oracle of `describePast`. */
export function describePastSearch(
  open: OpenStorage,
  { histories, writes }: { readonly histories: number; readonly writes: number },
): void {
  it("is searched as it was at each time, and recalled without anything later", { timeout: 600_000 }, async () => {
    await using storage = await open();
    await fc.assert(
      fc.asyncProperty(steps(writes), async (drawnSteps) => {
        const writer = createWriter(storage);
        const outcomes = await writeAll(writer, drawnSteps);
        const graphs = await replay(outcomes, async (api, step) => ({
          notes: (await api.notes.list({ limit: 1_000 })).notes,
          links: (await api.links.list({ limit: 1_000 })).links,
          searches: await Promise.all(searchesOf(step).map((q) => matchesOf(api, { q }))),
        }));
        for (const [step, { searches, ...graph }] of graphs.entries()) {
          const as_of = momentOf(step);
          for (const [place, q] of searchesOf(step).entries())
            expect(await matchesOf(writer.api, { q, as_of })).toEqual(searches[place]);
          if (step % 3 === 0) await expectRecalled(writer.api, graph, as_of);
        }
        const present = { as_of: momentOf(drawnSteps.length - 1) };
        await expectPresent(writer.api, present);
        writer.wait();
        await expectPresent(writer.api, present);
      }),
      { numRuns: histories, endOnFailure: true },
    );
  });
}

function searchesOf(step: number): string[] {
  return [0, 1, 2].map((place) => SEARCHES[(step * 3 + place) % SEARCHES.length]!);
}

/** Returns what a search finds, newest first: how much each word weighs is always as of now. */
async function matchesOf(api: Caller, input: { readonly q: string; readonly as_of?: string }) {
  const { notes, correction } = await api.notes.list({ ...input, sort: "newest", limit: 1_000 });
  return { notes, correction };
}

/** Expects nothing among the results but notes of the graph, with their titles, texts and links. */
async function expectRecalled(
  api: Caller,
  graph: { readonly notes: readonly Note[]; readonly links: readonly Link[] },
  as_of: string,
): Promise<void> {
  const notes = new Map(graph.notes.map((note) => [note.id, note]));
  const linkKeys = new Set(graph.links.map(linkKey));
  const { results } = await api.recall.recall({ query: QUESTION, as_of, limit: 50 });
  for (const { id, title, snippet, via } of results) {
    const note = notes.get(id);
    expect(note).toMatchObject({ title });
    expect(note!.content).toContain(snippet);
    expect(["active", "contested"]).toContain(note!.state);
    for (const step of via) expect(linkKeys).toContain(linkKey(step));
  }
  if (notes.values().some(({ title, state }) => /owls/i.test(title) && state === "active"))
    expect(results).not.toEqual([]);
}

/** Expects searches and recall of the time to be those of the present; a second later only scores differ, and little. */
async function expectPresent(api: Caller, past: { readonly as_of: string }): Promise<void> {
  for (const q of SEARCHES)
    expect(await api.notes.list({ q, limit: 100, ...past })).toEqual(await api.notes.list({ q, limit: 100 }));
  const resultsOf = async (input: { readonly as_of?: string }) =>
    (await api.recall.recall({ query: QUESTION, ...input })).results.map(({ score, ...result }) => ({
      ...result,
      score: score.toFixed(6),
    }));
  expect(await resultsOf(past)).toEqual(await resultsOf({}));
}
