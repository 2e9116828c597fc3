import { expect, it } from "vitest";
import type { GraphNote } from "../../features/graph/graph-data.ts";
import { statisticsOf } from "./statistics-of.ts";

const note = (id: string, changes: Partial<GraphNote> = {}): GraphNote => ({
  id,
  title: id,
  type: "fact",
  state: "active",
  tags: [],
  importance: 0.5,
  createdAt: "2026-03-01T12:00:00.000Z",
  ...changes,
});

it("statistics count types, states, relations, tags regardless of case, orphans and the most linked notes", () => {
  const graph = {
    notes: [
      note("a", { tags: ["Sleep", "work"] }),
      note("b", { type: "belief", state: "contested", tags: ["sleep"] }),
      note("c"),
      note("alone"),
    ],
    links: [
      { source: "a", target: "b", relation: "contradicts" as const },
      { source: "c", target: "b", relation: "extends" as const },
    ],
  };
  const { counts, orphans, mostLinked, linksPerNote } = statisticsOf(graph, Date.parse("2026-03-02T00:00:00.000Z"));
  expect(counts.types).toMatchObject({ fact: 3, belief: 1, synthesis: 0 });
  expect(counts.states).toEqual({ active: 3, contested: 1, superseded: 0, archived: 0 });
  expect(counts.relations).toMatchObject({ contradicts: 1, extends: 1, relates_to: 0 });
  expect(counts.tags).toEqual([
    ["Sleep", 2],
    ["work", 1],
  ]);
  expect(orphans.map(({ id }) => id)).toEqual(["alone"]);
  expect(mostLinked.map(({ note: { id }, links }) => [id, links])).toEqual([
    ["b", 2],
    ["a", 1],
    ["c", 1],
  ]);
  expect(linksPerNote).toBe(0.5);
});
