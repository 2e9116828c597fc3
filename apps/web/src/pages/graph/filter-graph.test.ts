import { describe, expect, it } from "vitest";
import type { GraphData, GraphNote } from "../../features/graph/graph-data.ts";
import { filterGraph } from "./filter-graph.ts";
import { graphInWords } from "./graph-in-words.ts";
import { graphSearch, toggled } from "./graph-search.ts";

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
const shown = (search: Parameters<typeof filterGraph>[1]) => [...filterGraph(graph, search).notes];

describe("filters of the graph", () => {
  it("leave everything when none is set, else only notes that match all of them", () => {
    expect(shown({})).toEqual(["a", "b", "c", "d"]);
    expect(shown({ types: ["fact"] })).toEqual(["a", "c", "d"]);
    expect(shown({ types: ["fact"], states: ["active"] })).toEqual(["a", "c"]);
    expect(shown({ tag: "sleep" })).toEqual(["a"]);
    expect(shown({ types: [] })).toEqual([]);
  });

  it("show a neighbourhood among the visible notes, and always the note itself", () => {
    expect(shown({ around: "a", steps: 1 })).toEqual(["a", "b"]);
    expect(shown({ around: "a" })).toEqual(["a", "b", "c"]);
    expect(shown({ around: "a", steps: 3 })).toEqual(["a", "b", "c", "d"]);
    expect(shown({ around: "a", steps: 3, relations: ["contradicts"] })).toEqual(["a", "b"]);
    expect(shown({ around: "b", types: ["fact"], steps: 1 })).toEqual(["b", "a", "c"]);
  });

  it("find words of titles and tags among the visible notes, in any order", () => {
    const found = (search: Parameters<typeof filterGraph>[1]) => [...(filterGraph(graph, search).matches ?? [])];
    expect(found({ find: "ATTENTION naps" })).toEqual(["c"]);
    expect(found({ find: "#sle" })).toEqual(["a"]);
    expect(found({ find: "note", types: ["belief"] })).toEqual(["b"]);
    expect(found({ find: "nothing" })).toEqual([]);
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
    expect(toggled(all, undefined, "b")).toEqual(["a", "c"]);
    expect(toggled(all, ["a"], "c")).toEqual(["a", "c"]);
    expect(toggled(all, ["a", "c"], "b")).toBeUndefined();
  });
});
