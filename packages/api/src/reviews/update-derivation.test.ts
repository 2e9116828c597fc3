import type { Relation } from "@knote/contract";
import { describe, expect, it } from "vitest";
import { deriveStates } from "../links/derive-states.ts";
import { addLooks, deriveModel } from "../testing/derive-model.ts";
import { changeModel, type Chance, createChance, drawModel } from "../testing/random-review-model.ts";
import { day, looksOf, type ModelNote, restLinksOf, type ReviewModel, stateLinksOf } from "../testing/review-model.ts";
import { deriveReviews, type Reviews } from "./derive-reviews.ts";
import { patchGraph } from "./patch-graph.ts";
import { noteNumber } from "./rest-graph.ts";
import { updateDerivation } from "./update-derivation.ts";

const HISTORIES = Number(process.env["KNOTE_UPDATE_HISTORIES"] ?? 60);
const WRITES = 25;

/** Makes one to three changes: of flags, wordings and links, a new note among the others, or other looks. */
async function write(chance: Chance, before: ReviewModel): Promise<ReviewModel> {
  let model = before;
  for (let count = chance(3); count >= 0; count--) {
    const dice = chance(8);
    if (dice === 0) model = await addLooks(chance, model);
    else if (dice === 1) model = { ...model, looks: model.looks.filter(() => chance(2) === 0) };
    else if (dice === 2) model = withNote(chance, model);
    else model = changeModel(chance, model);
  }
  return model;
}

function withNote(chance: Chance, model: ReviewModel): ReviewModel {
  const id = `n${10 + chance(80)}${model.notes.length}`;
  const note: ModelNote = { id, archived: chance(8) === 0, deleted: false, claimedAt: null };
  return { ...model, notes: [...model.notes, note] };
}

/** Derives the reviews of a model from earlier ones, as the product does after a write. */
async function update(reviews: Reviews, before: ReviewModel, model: ReviewModel): Promise<Reviews> {
  const [earlierLinks, links] = [before, model].map(
    (one) => new Map(restLinksOf(one).map((link) => [tell(link), link])),
  );
  const changedLinks = [...earlierLinks!, ...links!].filter(([text]) => !earlierLinks!.has(text) || !links!.has(text));
  const touchedIds = new Set(changedLinks.flatMap(([, { source_id, target_id }]) => [source_id, target_id]));
  const touching = [...links!.values()].filter((one) => touchedIds.has(one.source_id) || touchedIds.has(one.target_id));
  const earlierGraph = reviews.numbers.graph;
  const patch = touchedIds.size === 0 ? null : await patchGraph(earlierGraph, [...touchedIds], touching);
  const states = await deriveStates(stateLinksOf(model));
  const ground = { graph: patch?.graph ?? earlierGraph, states, looks: looksOf(model) };
  expect(await updateDerivation(reviews.derivation, ground, patch)).not.toBeNull();
  return await deriveReviews(ground, { reviews, patch });
}

function tell(value: unknown): string {
  return JSON.stringify(value);
}

/** What was worked out, by ids. */
function outcomeOf({ numbers, derivation, totals }: Reviews, ids: readonly string[]) {
  const { graph, verdicts, stands, isShaken } = numbers;
  const notes = ids.map((id) => {
    const note = noteNumber(graph, id);
    if (note < 0 || graph.inStarts[note] === graph.inStarts[note + 1])
      // Without links a note's flags are of no account, and it may have no number.
      if (note < 0 || graph.outStarts[note] === graph.outStarts[note + 1]) return [id];
    return [id, stands[note], isShaken[note], derivation.kinds[note], derivation.sharedKinds[note]];
  });
  const links = [...graph.sources].map((source, link) => [
    graph.ids[source],
    graph.ids[graph.targets[link]!],
    graph.relations[link],
    verdicts[link],
  ]);
  return { notes, links, totals };
}

describe("reviews that are updated after a write", () => {
  it.each(Array.from({ length: HISTORIES }, (_, index) => index))(
    "are those that are derived from nothing (history %i)",
    async (seed) => {
      const chance = createChance(seed * 7_919 + 1);
      let model = drawModel(chance);
      let { reviews } = await deriveModel(model);
      for (let count = 0; count < WRITES; count++) {
        const next = await write(chance, model);
        reviews = await update(reviews, model, next);
        model = next;
        const { reviews: anew } = await deriveModel(model);
        const ids = model.notes.map(({ id }) => id);
        expect(outcomeOf(reviews, ids)).toEqual(outcomeOf(anew, ids));
        for (const id of ids) expect(await reviews.causesOf(id)).toEqual(await anew.causesOf(id));
      }
    },
  );

  it("see that a note no longer rests on the heads of another, two supersessions away", async () => {
    const ids = ["n10", "n11", "n12", "n13"];
    const notes = ids.map((id) => ({ id, archived: false, deleted: false, claimedAt: null }));
    const link = (source: string, relation: Relation, target: string) => ({
      source,
      target,
      relation,
      createdAt: day(1),
    });
    const links = [
      link("n13", "depends_on", "n10"),
      link("n13", "depends_on", "n11"),
      link("n11", "supersedes", "n10"),
    ];
    const before = { notes, links, looks: [] };
    const { reviews } = await deriveModel(before);
    expect(reviews.ids()).toEqual([]);
    const after = { ...before, links: [...links, link("n12", "supersedes", "n11")] };
    const causes = await (await update(reviews, before, after)).causesOf("n13");
    expect(causes.map(({ id, now }) => [id, now]).sort()).toEqual([
      ["n10", ["n12"]],
      ["n11", ["n12"]],
    ]);
  });

  it("are derived from nothing after more changes of states than are looked at one by one", async () => {
    const model = drawModel(createChance(3));
    const { reviews, graph, looks } = await deriveModel(model);
    const manyLinks = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        source_id: `newer ${index}`,
        target_id: `older ${index}`,
        relation: "supersedes" as const,
        created_at: "2026-01-01T00:00:00.000Z",
        sourceArchived: false,
        targetArchived: false,
      }));
    const present = stateLinksOf(model);
    for (const [count, isUpdated] of [
      [500, true],
      [501, false],
    ] as const) {
      const states = await deriveStates([...present, ...manyLinks(count)]);
      const derivation = await updateDerivation(reviews.derivation, { graph, states, looks }, null);
      expect(derivation !== null).toBe(isUpdated);
      const again = await deriveReviews({ graph, states, looks }, { reviews, patch: null });
      expect(again.ids()).toEqual(reviews.ids());
    }
  });
});
