import { describe, expect, it } from "vitest";
import { addLooks, deriveModel } from "../testing/derive-model.ts";
import { defineReviews } from "../testing/defined-reviews.ts";
import { createChance, drawModel } from "../testing/random-review-model.ts";
import { day, type ReviewModel } from "../testing/review-model.ts";
import type { Change } from "./change-states.ts";
import { CAUSE_KINDS } from "@knote/contract";

const GRAPHS = 600;

describe("an impact", () => {
  it("tells what the definition says before and after the change, for any graph and looks", async () => {
    for (let seed = 1; seed <= GRAPHS; seed++) {
      const chance = createChance(seed);
      const drawnModel = drawModel(chance);
      const model = chance(2) === 0 ? drawnModel : await addLooks(chance, drawnModel);
      const liveNotes = model.notes.filter(({ deleted }) => !deleted);
      if (liveNotes.length === 0) continue;
      const { id } = liveNotes[chance(liveNotes.length)]!;
      for (const becomes of CAUSE_KINDS) await expectImpact(model, { id, becomes }, `seed ${seed}, ${becomes} ${id}`);
    }
  });

  it("changes nothing", async () => {
    const model = drawModel(createChance(7));
    const ground = await deriveModel(model);
    const before = structuredClone({ graph: ground.graph, states: ground.states, links: ground.stateLinks });
    for (const becomes of CAUSE_KINDS) await ground.reviews.impact({ id: model.notes[0]!.id, becomes });
    expect({ graph: ground.graph, states: ground.states, links: ground.stateLinks }).toEqual(before);
  });

  it("knows a note without any link", async () => {
    const ground = await deriveModel({ notes: [], links: [], looks: [] });
    for (const becomes of CAUSE_KINDS)
      expect(await ground.reviews.impact({ id: "alone", becomes })).toMatchObject({ falls: [], standsAgain: [] });
  });
});

async function expectImpact(model: ReviewModel, change: Change, hint: string): Promise<void> {
  const { reviews } = await deriveModel(model);
  const { falls, causesOf, standsAgain } = await reviews.impact(change);
  const [before, after] = [defineReviews(model), defineReviews(changeNote(model, change))];
  const nearest = (id: string, { pathsOf }: typeof before) =>
    Math.min(...pathsOf(id).flatMap(({ isQuiet, notes }) => (isQuiet ? [] : [notes.length])));
  const ids = model.notes.map(({ id }) => id);
  const fallingIds = ids.filter((id) => nearest(id, before) === Infinity && nearest(id, after) < Infinity);
  expect(falls.toSorted(), hint).toEqual(fallingIds);
  if (model.looks.length === 0)
    expect(falls, hint).toEqual(
      fallingIds.toReversed().sort((one, other) => nearest(one, after) - nearest(other, after)),
    );
  for (const id of falls) {
    const causes = (await causesOf(id)).map((cause) => `${cause.kind} ${cause.id}`);
    const roots = after.pathsOf(id).flatMap(({ root, isQuiet }) => (isQuiet ? [] : `${root.kind} ${root.id}`));
    expect(new Set(causes), hint).toEqual(new Set(roots));
  }
  const standing = ids.filter((id) => id !== change.id && !before.stands(id) && after.stands(id));
  expect(standsAgain, hint).toEqual(standing.map((id) => ({ id, state: after.stateOf(id) })));
}

/** The change as a write. The new note has an id after all others. */
function changeNote(model: ReviewModel, { id, becomes }: Change): ReviewModel {
  const newNote = { id: "new", archived: false, deleted: false, claimedAt: null };
  const withLink = (relation: "supersedes" | "contradicts") => ({
    ...model,
    notes: [...model.notes, newNote],
    links: [...model.links, { source: "new", target: id, relation, createdAt: day(40) }],
  });
  if (becomes === "superseded") return withLink("supersedes");
  if (becomes === "contested") return withLink("contradicts");
  const flags = { archived: { archived: true }, deleted: { deleted: true }, reworded: { claimedAt: day(40) } }[becomes];
  return { ...model, notes: model.notes.map((note) => (note.id === id ? { ...note, ...flags } : note)) };
}
