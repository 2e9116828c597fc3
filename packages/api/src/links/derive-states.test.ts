import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StateLink } from "../ports/link-store.ts";
import { deriveStates, stateOf } from "./derive-states.ts";

describe("deriveStates", () => {
  it("calls nobody anything without links", () => {
    expect(states([])).toEqual({ superseded: [], contested: [] });
  });

  it("supersedes the target of an unarchived note", () => {
    expect(states([supersedes("b", "a")]).superseded).toEqual(["a"]);
    expect(states([supersedes("B", "a")]).superseded).toEqual([]);
  });

  it("supersedes down a chain", () => {
    expect(states([supersedes("c", "b"), supersedes("b", "a")]).superseded).toEqual(["a", "b"]);
  });

  it("passes supersession on through an archived note of the middle", () => {
    expect(states([supersedes("c", "B"), supersedes("B", "a")]).superseded).toEqual(["B", "a"]);
  });

  it("still has the middle supersede when the head is archived", () => {
    expect(states([supersedes("C", "b"), supersedes("b", "a")]).superseded).toEqual(["a"]);
  });

  it("supersedes nobody through archived notes alone", () => {
    expect(states([supersedes("C", "B"), supersedes("B", "a")]).superseded).toEqual([]);
  });

  it("needs one unarchived note of several", () => {
    expect(states([supersedes("B", "a"), supersedes("c", "a")]).superseded).toEqual(["a"]);
  });

  it("contests the target and leaves the source alone", () => {
    expect(states([contradicts("b", "a")]).contested).toEqual(["a"]);
  });

  it("lets neither an archived nor a superseded note contest", () => {
    expect(states([contradicts("B", "a")]).contested).toEqual([]);
    expect(states([contradicts("b", "a"), supersedes("c", "b")]).contested).toEqual([]);
    expect(states([contradicts("b", "a"), supersedes("C", "b")]).contested).toEqual(["a"]);
  });

  it("contests both where each contradicts the other", () => {
    expect(states([contradicts("a", "b"), contradicts("b", "a")]).contested).toEqual(["a", "b"]);
  });

  it("may call a note both", () => {
    expect(states([contradicts("b", "a"), supersedes("c", "a")])).toEqual({ superseded: ["a"], contested: ["a"] });
  });

  it("ends even on a cycle", () => {
    expect(states([supersedes("a", "b"), supersedes("b", "a")]).superseded).toEqual(["a", "b"]);
  });

  it("agrees with the definition for any graph, in whatever order its links come", () => {
    const name = fc.constantFrom("a", "b", "c", "d", "E", "F");
    const link = fc.record({
      source: name,
      target: name,
      relation: fc.constantFrom<StateLink["relation"]>("supersedes", "contradicts"),
    });
    fc.assert(
      fc.property(fc.array(link, { maxLength: 12 }), (drawn) => {
        const links = drawn.map(({ source, target, relation }) => aStateLink(source, relation, target));
        const { superseded, contested } = deriveStates(links);
        for (const id of ["a", "b", "c", "d", "E", "F"]) expect(superseded.has(id)).toBe(isSuperseded(id, links));
        const counting = links.filter(
          (one) => one.relation === "contradicts" && !one.sourceArchived && !superseded.has(one.source_id),
        );
        expect(contested).toEqual(new Set(counting.map((one) => one.target_id)));
        expect(deriveStates(links.toReversed()).superseded).toEqual(superseded);
      }),
    );
  });
});

describe("stateOf", () => {
  const derived = { superseded: new Set(["a", "both"]), contested: new Set(["b", "both"]) };

  it.each([
    ["archived", "both", true],
    ["superseded", "both", false],
    ["superseded", "a", false],
    ["contested", "b", false],
    ["active", "c", false],
    ["archived", "c", true],
  ])("is %s for %s, archived: %s", (state, id, archived) => {
    expect(stateOf({ id, archived }, derived)).toBe(state);
  });
});

/** The definition, read backwards: someone up the chain, other than through archived notes alone, supersedes it. */
function isSuperseded(id: string, links: readonly StateLink[], seen: readonly string[] = []): boolean {
  return links.some(
    (link) =>
      link.relation === "supersedes" &&
      link.target_id === id &&
      !seen.includes(link.source_id) &&
      (!link.sourceArchived || isSuperseded(link.source_id, links, [...seen, link.source_id])),
  );
}

/** A capital letter is an archived note. */
function aStateLink(source_id: string, relation: StateLink["relation"], target_id: string): StateLink {
  return { source_id, target_id, relation, sourceArchived: source_id === source_id.toUpperCase() };
}

function supersedes(source: string, target: string): StateLink {
  return aStateLink(source, "supersedes", target);
}

function contradicts(source: string, target: string): StateLink {
  return aStateLink(source, "contradicts", target);
}

function states(links: StateLink[]): { superseded: string[]; contested: string[] } {
  const { superseded, contested } = deriveStates(links);
  return { superseded: [...superseded].toSorted(), contested: [...contested].toSorted() };
}
