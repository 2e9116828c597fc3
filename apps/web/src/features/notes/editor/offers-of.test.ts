import type { Finding } from "@knote/contract";
import { describe, expect, it } from "vitest";
import { moveSecondClaim, offersOf } from "./offers-of.ts";

const note = { id: "a", title: "Tea calms me", similarity: 0.5, state: "active" } as const;
const finding = (fields: Partial<Finding>): Finding => ({ rule: "cue", level: "hint", message: "-", ...fields });

describe("the offers of a finding", () => {
  it("are its own link", () => {
    const offer = { relation: "depends_on", target_id: "a" } as const;
    expect(offersOf(finding({ notes: [note], offer }))).toEqual([
      { kind: "link", label: "Depends on it", link: { id: "a", title: "Tea calms me", relation: "depends_on" } },
    ]);
  });

  it("name the head of a replaced note as such", () => {
    const offer = { relation: "relates_to", target_id: "b" } as const;
    expect(offersOf(finding({ rule: "rests_on_old", notes: [note], offer }))).toMatchObject([
      { label: "Link the newer note", link: { id: "b", relation: "relates_to" } },
    ]);
  });

  it("leave the relation open where a note says otherwise", () => {
    const relations = offersOf(finding({ rule: "says_otherwise", notes: [note] })).map(
      (offer) => offer.kind === "link" && offer.link.relation,
    );
    expect(relations).toEqual(["supersedes", "contradicts"]);
  });

  it("lead to splitting a stored note whose claim joins two; a new one can only move the second", () => {
    const compound = finding({ rule: "compound", span: { field: "title", start: 9, end: 20 } });
    const move = { kind: "move", label: "Move the second to the text", start: 9 };
    expect(offersOf(compound)).toEqual([move]);
    expect(offersOf(compound, true)).toEqual([move, { kind: "split", label: "Split into two notes" }]);
  });

  it("are none where only the author can write it", () => {
    for (const rule of ["no_claim", "no_support", "same_claim"] as const)
      expect(offersOf(finding({ rule }))).toEqual([]);
  });
});

describe("moving the second claim to the text", () => {
  it.each([
    ["Ada lives here and she owns a cat.", "", "Ada lives here", "She owns a cat."],
    ["Ada lives here, while Grace moved", "Why?", "Ada lives here", "Grace moved. Why?"],
    ["🦉 Owls hunt; 🦉 bats sleep", "", "🦉 Owls hunt", "🦉 bats sleep."],
  ])("of %s", (title, content, first, text) => {
    const start = [...title].join("").search(/she|Grace|🦉 bats/u);
    const inPoints = [...title.slice(0, start)].length;
    expect(moveSecondClaim({ title, content }, inPoints)).toEqual({ title: first, content: text });
  });
});
