import { describe, expect, it } from "vitest";
import type { GraphData, GraphNote } from "../../features/graph/graph-data.ts";
import { filterGraph } from "./filter-graph.ts";
import { graphInWords } from "./graph-in-words.ts";
import { graphSearch, toggleValue } from "./graph-search.ts";

const note = (id: string, changes: Partial<GraphNote> = {}): GraphNote => ({
  id,
  title: `Note ${id}`,
  type: "fact",
  state: "active",
  tags: [],
  importance: 0.5,
  createdAt: "2026-03-01T12:00:00.000Z",
  ...changes,
});
const graph: GraphData = {
  notes: [
    note("a", { tags: ["Sleep"] }),
    note("b", { type: "belief", state: "contested" }),
    note("c", { title: "Naps restore attention" }),
    note("d", { state: "superseded" }),
  ],
  links: [
    { source: "a", target: "b", relation: "contradicts" },
    { source: "b", target: "c", relation: "extends" },
    { source: "c", target: "d", relation: "supersedes" },
  ],
};
const circle: GraphData = {
  notes: graph.notes,
  links: [
    { source: "a", target: "b", relation: "depends_on" },
    { source: "b", target: "a", relation: "derived_from" },
    { source: "c", target: "a", relation: "depends_on" },
  ],
};
const shownIds = (search: Parameters<typeof filterGraph>[1]) => [...filterGraph(graph, search).notes];

describe("filters of the graph", () => {
  it("leave the notes that rest on each other in a circle", () => {
    expect([...filterGraph(circle, { circles: true }).notes]).toEqual(["a", "b"]);
    expect([...filterGraph(circle, { circles: true, types: ["fact"] }).notes]).toEqual(["a"]);
    expect(filterGraph(circle, {}).notes.size).toBe(4);
    expect([graphSearch({ circles: true }), graphSearch({ circles: "yes" })]).toEqual([{ circles: true }, {}]);
  });

  it("leave everything when none is set, else only notes that match all of them", () => {
    expect(shownIds({})).toEqual(["a", "b", "c", "d"]);
    expect(shownIds({ types: ["fact"] })).toEqual(["a", "c", "d"]);
    expect(shownIds({ types: ["fact"], states: ["active"] })).toEqual(["a", "c"]);
    expect(shownIds({ tag: "sleep" })).toEqual(["a"]);
    expect(shownIds({ types: [] })).toEqual([]);
  });

  it("show a neighbourhood among the visible notes, and always the note itself", () => {
    expect(shownIds({ around: "a", steps: 1 })).toEqual(["a", "b"]);
    expect(shownIds({ around: "a" })).toEqual(["a", "b", "c"]);
    expect(shownIds({ around: "a", steps: 3 })).toEqual(["a", "b", "c", "d"]);
    expect(shownIds({ around: "a", steps: 3, relations: ["contradicts"] })).toEqual(["a", "b"]);
    expect(shownIds({ around: "b", types: ["fact"], steps: 1 })).toEqual(["b", "a", "c"]);
  });

  it("find words of titles and tags among the visible notes, in any order", () => {
    const matchIds = (search: Parameters<typeof filterGraph>[1]) => [...(filterGraph(graph, search).matches ?? [])];
    expect(matchIds({ find: "ATTENTION naps" })).toEqual(["c"]);
    expect(matchIds({ find: "#sle" })).toEqual(["a"]);
    expect(matchIds({ find: "note", types: ["belief"] })).toEqual(["b"]);
    expect(matchIds({ find: "nothing" })).toEqual([]);
    expect(filterGraph(graph, { find: " " }).matches).toBeNull();
  });

  it("are summed up in a sentence", () => {
    expect(graphInWords(graph, filterGraph(graph, {}))).toBe("4 notes, 3 links");
    expect(graphInWords(graph, filterGraph(graph, { types: ["fact"], find: "naps" }))).toBe(
      "3 of 4 notes, 1 of 3 links, 1 found",
    );
  });
});

describe("the graph's URL", () => {
  it("keeps known parameters and drops the rest", () => {
    expect(graphSearch({ types: ["fact", "made up"], steps: 2, around: "x", view: "list", odd: 1 })).toEqual({
      types: ["fact"],
      steps: 2,
      around: "x",
      view: "list",
    });
    expect(graphSearch({ steps: 9, view: "cube", tag: "", find: 3, states: "active" })).toEqual({});
  });

  it("lists the visible values only when some are hidden", () => {
    const all = ["a", "b", "c"];
    expect(toggleValue(all, undefined, "b")).toEqual(["a", "c"]);
    expect(toggleValue(all, ["a"], "c")).toEqual(["a", "c"]);
    expect(toggleValue(all, ["a", "c"], "b")).toBeUndefined();
  });
});
