import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StateLink } from "../ports/link-store.ts";
import { deriveStates } from "./derive-states.ts";
import { stateOf } from "../kit/state-of.ts";

describe("deriveStates", () => {
  it("derives nothing without links", async () => {
    expect(await states([])).toEqual({ superseded: [], contested: [] });
  });

  it("supersedes the target of an unarchived note", async () => {
    expect((await states([supersedes("b", "a")])).superseded).toEqual(["a"]);
    expect((await states([supersedes("B", "a")])).superseded).toEqual([]);
  });

  it("supersedes down a chain", async () => {
    expect((await states([supersedes("c", "b"), supersedes("b", "a")])).superseded).toEqual(["a", "b"]);
  });

  it("passes supersession on through an archived note in the middle", async () => {
    expect((await states([supersedes("c", "B"), supersedes("B", "a")])).superseded).toEqual(["B", "a"]);
  });

  it("lets the middle supersede when the head is archived", async () => {
    expect((await states([supersedes("C", "b"), supersedes("b", "a")])).superseded).toEqual(["a"]);
  });

  it("supersedes nothing through archived notes alone", async () => {
    expect((await states([supersedes("C", "B"), supersedes("B", "a")])).superseded).toEqual([]);
  });

  it("needs one unarchived note of several", async () => {
    expect((await states([supersedes("B", "a"), supersedes("c", "a")])).superseded).toEqual(["a"]);
  });

  it("contests the target and leaves the source alone", async () => {
    expect((await states([contradicts("b", "a")])).contested).toEqual(["a"]);
  });

  it("ignores contradictions by archived or superseded notes", async () => {
    expect((await states([contradicts("B", "a")])).contested).toEqual([]);
    expect((await states([contradicts("b", "a"), supersedes("c", "b")])).contested).toEqual([]);
    expect((await states([contradicts("b", "a"), supersedes("C", "b")])).contested).toEqual(["a"]);
  });

  it("contests both where each contradicts the other", async () => {
    expect((await states([contradicts("a", "b"), contradicts("b", "a")])).contested).toEqual(["a", "b"]);
  });

  it("can give a note both states", async () => {
    expect(await states([contradicts("b", "a"), supersedes("c", "a")])).toEqual({
      superseded: ["a"],
      contested: ["a"],
    });
  });

  it("terminates on a cycle", async () => {
    expect((await states([supersedes("a", "b"), supersedes("b", "a")])).superseded).toEqual(["a", "b"]);
  });

  it("agrees with the definition for any graph, in whatever order its links come", async () => {
    const name = fc.constantFrom("a", "b", "c", "d", "E", "F");
    const link = fc.record({
      source: name,
      target: name,
      relation: fc.constantFrom<StateLink["relation"]>("supersedes", "contradicts"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(link, { maxLength: 12 }), async (drawnLinks) => {
        const links = drawnLinks.map(({ source, target, relation }) => aStateLink(source, relation, target));
        const { superseded, contested, newerOf, contradictionsOf } = await deriveStates(links);
        for (const id of ["a", "b", "c", "d", "E", "F"]) expect(superseded.has(id)).toBe(isSuperseded(id, links));
        const counting = links.filter(
          (one) => one.relation === "contradicts" && !one.sourceArchived && !superseded.has(one.source_id),
        );
        expect(contested).toEqual(new Set(counting.map((one) => one.target_id)));
        for (const [id, newer] of newerOf)
          expect(newer).toEqual(links.filter((one) => one.relation === "supersedes" && one.target_id === id));
        const standing = counting.filter((one) => !one.targetArchived && !superseded.has(one.target_id));
        for (const id of ["a", "b", "c", "d", "E", "F"]) {
          const touching = standing.flatMap((one) => [one.source_id, one.target_id].filter((end) => end === id));
          expect(contradictionsOf.get(id)?.length ?? 0).toBe(touching.length);
        }
        expect((await deriveStates(links.toReversed())).superseded).toEqual(superseded);
      }),
    );
  });
});

describe("stateOf", () => {
  const derivedStates = { superseded: new Set(["a", "both"]), contested: new Set(["b", "both"]) };

  it.each([
    ["archived", "both", true],
    ["superseded", "both", false],
    ["superseded", "a", false],
    ["contested", "b", false],
    ["active", "c", false],
    ["archived", "c", true],
  ])("is %s for %s, archived: %s", (state, id, archived) => {
    expect(stateOf({ id, archived }, derivedStates)).toBe(state);
  });
});

/** The definition, read backwards: an unarchived note up the chain supersedes it. */
function isSuperseded(id: string, links: readonly StateLink[], seenIds: readonly string[] = []): boolean {
  return links.some(
    (link) =>
      link.relation === "supersedes" &&
      link.target_id === id &&
      !seenIds.includes(link.source_id) &&
      (!link.sourceArchived || isSuperseded(link.source_id, links, [...seenIds, link.source_id])),
  );
}

/** A capital letter is an archived note. */
function aStateLink(source_id: string, relation: StateLink["relation"], target_id: string): StateLink {
  return {
    source_id,
    target_id,
    relation,
    created_at: "2026-03-01T12:00:00.000Z",
    sourceArchived: isArchived(source_id),
    targetArchived: isArchived(target_id),
  };
}

function isArchived(id: string): boolean {
  return id === id.toUpperCase();
}

function supersedes(source: string, target: string): StateLink {
  return aStateLink(source, "supersedes", target);
}

function contradicts(source: string, target: string): StateLink {
  return aStateLink(source, "contradicts", target);
}

async function states(links: StateLink[]): Promise<{ superseded: string[]; contested: string[] }> {
  const { superseded, contested } = await deriveStates(links);
  return { superseded: [...superseded].toSorted(), contested: [...contested].toSorted() };
}
