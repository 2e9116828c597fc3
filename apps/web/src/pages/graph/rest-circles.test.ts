import type { NoteState, Relation } from "@knote/contract";
import { expect, it } from "vitest";
import type { GraphData, GraphNote } from "../../features/graph/graph-data.ts";
import { restCircles } from "./rest-circles.ts";

/** A graph of notes a, b, c …, with links such as "a depends_on b". */
function graphOf(links: readonly string[], states: Readonly<Record<string, NoteState>> = {}): GraphData {
  const note = (id: string): GraphNote => ({
    ...{ id, title: id, type: "fact", tags: [], importance: 0.5, createdAt: "2026-03-01T12:00:00.000Z" },
    state: states[id] ?? "active",
  });
  return {
    notes: [..."abcdefg"].map(note),
    links: links.map((link) => {
      const [source, relation, target] = link.split(" ") as [string, Relation, string];
      return { source, relation, target };
    }),
  };
}
const circlesOf = (...input: Parameters<typeof graphOf>): string =>
  [...restCircles(graphOf(...input))].toSorted().join("");

it.each([
  [["a depends_on b", "b depends_on a"], "ab"],
  [["a depends_on b", "b derived_from c", "c depends_on a"], "abc"],
  [["a depends_on b", "b depends_on c"], ""],
  [["a depends_on b", "b relates_to a", "b extends a"], ""],
  [["a depends_on b", "b depends_on a", "c depends_on a", "b depends_on d"], "ab"],
  [["a depends_on b", "b depends_on a", "b depends_on c", "c depends_on d", "d depends_on c"], "abcd"],
  [["a depends_on b", "b depends_on c", "c depends_on b", "d depends_on e", "e depends_on d"], "bcde"],
  [["a depends_on b", "a derived_from b"], ""],
  [[], ""],
])("of %j are %j", (links, circles) => expect(circlesOf(links)).toBe(circles));

it("go through notes that stand alone", () => {
  const links = [
    "a depends_on b",
    "b depends_on a",
    "c depends_on d",
    "d depends_on c",
    "e depends_on f",
    "f depends_on e",
  ];
  expect(circlesOf(links, { b: "superseded", d: "archived", f: "contested" })).toBe("ef");
});

it("can be long", () => {
  const ids = Array.from({ length: 50_000 }, (_, index) => String(index));
  const graph = {
    notes: ids.map((id) => ({ ...graphOf([]).notes[0]!, id })),
    links: ids.map((id, index) => ({
      source: id,
      target: ids[(index + 1) % ids.length]!,
      relation: "depends_on" as const,
    })),
  };
  expect(restCircles(graph).size).toBe(50_000);
});
