import { describe, expect, it } from "vitest";
import { adjacencyOf, type GraphLink, within } from "./graph-data.ts";

const link = (source: string, target: string): GraphLink => ({ source, target, relation: "extends" });

describe("a neighbourhood", () => {
  const adjacency = adjacencyOf([link("a", "b"), link("c", "b"), link("c", "d"), link("x", "y"), link("b", "a")]);

  it("grows by one link per step, in either direction, up to the end of the links", () => {
    expect([...within(adjacency, "a", 0)]).toEqual(["a"]);
    expect([...within(adjacency, "a", 1)]).toEqual(["a", "b"]);
    expect([...within(adjacency, "a", 2)]).toEqual(["a", "b", "c"]);
    expect([...within(adjacency, "a", 9)]).toEqual(["a", "b", "c", "d"]);
  });

  it("of a note without links is only the note", () => {
    expect([...within(adjacency, "lonely", 3)]).toEqual(["lonely"]);
  });
});
