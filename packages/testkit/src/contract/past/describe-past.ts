import type { ListNotesInput } from "@knote/contract";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Caller } from "../../callers/test-user.ts";
import type { OpenStorage } from "../open-storage.ts";
import { expectChanges, expectComposition } from "./expect-changes.ts";
import { createWriter, momentOf, steps } from "./history.ts";
import { describePastSearch } from "./describe-past-search.ts";
import { replay, writeAll } from "./replay.ts";

/** How many random histories, and how many writes each. */
interface Size {
  readonly histories: number;
  readonly writes: number;
  /** Of searches and recall, which take longer. */
  readonly search: Omit<Size, "search">;
}

const FILTERS: readonly Partial<ListNotesInput>[] = [
  { state: ["active"] },
  { state: ["contested", "superseded"] },
  { state: ["archived"], note_type: ["fact"] },
  { tag: ["BIRDS"] },
  { note_type: ["insight", "decision"] },
];

/**
 * Suite of what a storage tells of the past. The oracle is a second user, on a storage in memory, who sends the same
 * writes at the same times, except those that name a note which is deleted in the end: whoever asks later for the
 * first user's graph of a time must get what the second user's graph was at that time.
 */
export function describePast(name: string, open: OpenStorage, { histories, writes, search }: Size): void {
  describe(`the past: ${name}`, () => {
    describePastSearch(open, search);
    it(
      "is what was there at each time, less what is deleted now, and changes are its differences",
      { timeout: 600_000 },
      async () => {
        await using storage = await open();
        await fc.assert(
          fc.asyncProperty(steps(writes), async (drawnSteps) => {
            const writer = createWriter(storage);
            const outcomes = await writeAll(writer, drawnSteps);
            const graphs = await replay(outcomes, (api, step) => graphOf(api, step, {}));
            for (const [step, graph] of graphs.entries()) {
              const as_of = momentOf(step);
              expect(await graphOf(writer.api, step, { as_of })).toEqual(graph);
              const filter = FILTERS[step % FILTERS.length]!;
              expect(await walk(writer.api, { ...filter, as_of })).toEqual(graph.notes.filter(selects(filter)));
            }
            const [start, middle, end] = [0, Math.floor(writes / 3), Math.floor(writes / 2)];
            for (const [from, to] of [
              [start, middle],
              [middle, end],
              [end, writes - 1],
              [start, writes - 1],
            ] as const)
              await expectChanges(writer.api, graphs, from, to);
            await expectComposition(writer.api, [start, middle, end]);
            await expectComposition(writer.api, [middle, end, writes - 1]);
            const present = { as_of: momentOf(drawnSteps.length - 1) };
            expect(await graphOf(writer.api, 0, present)).toEqual(await graphOf(writer.api, 0, {}));
          }),
          // Shrinking a history of hundreds of writes takes hours.
          { numRuns: histories, endOnFailure: true },
        );
      },
    );
  });
}

type Graph = Awaited<ReturnType<typeof graphOf>>;

/** Reads the graph, and two of its notes with their links. */
async function graphOf(api: Caller, step: number, past: { readonly as_of?: string }) {
  const [{ notes }, { links }] = [
    await api.notes.list({ limit: 1_000, ...past }),
    await api.links.list({ limit: 1_000, ...past }),
  ];
  const details = [];
  for (const note of [notes[step % notes.length], notes[(step * 7) % notes.length]])
    if (note)
      details.push({
        note: await api.notes.get({ id: note.id, ...past }),
        links: await walkLinks(api, note.id, past),
      });
  return { notes, links, details };
}

/** Reads all pages of a list. */
async function walk(api: Caller, input: ListNotesInput) {
  const notes = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await api.notes.list({ ...input, limit: 3, ...(cursor && { cursor }) });
    notes.push(...page.notes);
    cursor = page.next;
  }
  return notes;
}

async function walkLinks(api: Caller, id: string, past: { readonly as_of?: string }) {
  const links = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { outgoing, incoming, next } = await api.links.ofNote({ id, limit: 2, ...past, ...(cursor && { cursor }) });
    links.push(...outgoing, ...incoming);
    cursor = next;
  }
  return links.toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1));
}

function selects({ state, note_type, tag }: Partial<ListNotesInput>) {
  return (note: Graph["notes"][number]) =>
    (!state || state.includes(note.state)) &&
    (!note_type || note_type.includes(note.note_type)) &&
    (!tag || tag.some((one) => note.tags.includes(one.toLowerCase())));
}
