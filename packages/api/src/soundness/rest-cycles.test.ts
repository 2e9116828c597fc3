import { freshId } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { deriveStates } from "../links/derive-states.ts";
import type { RestLink } from "../ports/link-store.ts";
import { numberStates } from "../reviews/judge-links.ts";
import { restColumns } from "../links/rest-columns.ts";
import { buildRestGraph } from "../reviews/rest-graph.ts";
import { restCycles } from "./rest-cycles.ts";

const NEVER_SET_ASIDE = { targetClaimedAt: null, targetSetAsideAt: null, sourceDeleted: false, targetDeleted: false };

interface Drawing {
  readonly links: readonly (readonly [number, number])[];
  /** Notes that are archived. */
  readonly archived?: readonly number[];
}

async function cyclesOf({ links, archived: oldNotes = [] }: Drawing, ids: readonly string[]) {
  const restLinks = links.map(([source, target]): RestLink => ({
    ...NEVER_SET_ASIDE,
    source_id: ids[source]!,
    target_id: ids[target]!,
    relation: "depends_on",
    created_at: "2026-03-01T12:00:00.000Z",
    sourceArchived: oldNotes.includes(source),
    targetArchived: oldNotes.includes(target),
  }));
  const graph = await buildRestGraph(await restColumns(restLinks));
  const { isInCycle, count } = await restCycles(await numberStates(graph, await deriveStates([])));
  return { count, members: graph.ids.flatMap((id, note) => (isInCycle[note] ? [ids.indexOf(id)] : [])).toSorted() };
}

function someIds(count: number): string[] {
  return Array.from({ length: count }, freshId);
}

/** Finds by plain walks who comes back to itself, and which of them reach each other. */
function byDefinition({ links, archived: oldNotes = [] }: Drawing, count: number) {
  const stands = (note: number) => !oldNotes.includes(note);
  const reach = Array.from({ length: count }, (_, start) => {
    const others = new Set<number>();
    const queue = stands(start) ? [start] : [];
    for (const note of queue)
      for (const [source, target] of links)
        if (source === note && stands(target) && !others.has(target)) {
          others.add(target);
          queue.push(target);
        }
    return others;
  });
  const members = reach.flatMap((others, note) => (others.has(note) ? [note] : []));
  const groups = new Set(
    members.map((note) => members.filter((one) => reach[note]!.has(one) && reach[one]!.has(note)).join()),
  );
  return { count: groups.size, members };
}

describe("cycles of rest links", () => {
  it.each<[string, Drawing, number[], number]>([
    ["nothing", { links: [] }, [], 0],
    [
      "a chain",
      {
        links: [
          [0, 1],
          [1, 2],
        ],
      },
      [],
      0,
    ],
    [
      "two that rest on each other",
      {
        links: [
          [0, 1],
          [1, 0],
        ],
      },
      [0, 1],
      1,
    ],
    [
      "a circle with a tail and a head",
      {
        links: [
          [4, 0],
          [0, 1],
          [1, 2],
          [2, 0],
          [2, 3],
        ],
      },
      [0, 1, 2],
      1,
    ],
    [
      "two circles with a link between them",
      {
        links: [
          [0, 1],
          [1, 0],
          [1, 2],
          [2, 3],
          [3, 2],
        ],
      },
      [0, 1, 2, 3],
      2,
    ],
    [
      "a circle over an archived note",
      {
        links: [
          [0, 1],
          [1, 2],
          [2, 0],
        ],
        archived: [1],
      },
      [],
      0,
    ],
  ])("of %s", async (_, drawing, members, count) => {
    expect(await cyclesOf(drawing, someIds(5))).toEqual({ members, count });
  });

  it("equal the definition over random graphs", async () => {
    let seed = 7;
    const below = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit;
    for (let run = 0; run < 300; run++) {
      const count = 2 + below(9);
      const pairs = Array.from({ length: below(20) }, () => [below(count), below(count)] as const);
      const links = [
        ...new Map(pairs.filter(([one, other]) => one !== other).map((pair) => [pair.join(), pair])).values(),
      ];
      const oldNotes = Array.from({ length: count }, (_, note) => note).filter(() => below(5) === 0);
      const drawing = { links, archived: oldNotes };
      const ids = someIds(count);
      expect(await cyclesOf(drawing, ids), JSON.stringify(drawing)).toEqual(byDefinition(drawing, count));
    }
  });

  it("take no recursion: a circle of 50,000 notes", async () => {
    const ids = someIds(50_000);
    const links = ids.map((_, index) => [index, (index + 1) % ids.length] as const);
    const graph = await buildRestGraph(
      await restColumns(
        links.map(([source, target]): RestLink => ({
          ...NEVER_SET_ASIDE,
          source_id: ids[source]!,
          target_id: ids[target]!,
          relation: "depends_on",
          created_at: "2026-03-01T12:00:00.000Z",
          sourceArchived: false,
          targetArchived: false,
        })),
      ),
    );
    const { isInCycle, count } = await restCycles(await numberStates(graph, await deriveStates([])));
    expect({ count, members: isInCycle.reduce((sum, flag) => sum + flag, 0) }).toEqual({ count: 1, members: 50_000 });
  });
});
