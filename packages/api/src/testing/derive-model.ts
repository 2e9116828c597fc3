import { deriveStates } from "../links/derive-states.ts";
import { restColumns } from "../links/rest-columns.ts";
import { deriveReviews } from "../reviews/derive-reviews.ts";
import { buildRestGraph } from "../reviews/rest-graph.ts";
import type { ReviewLook } from "../reviews/rest-link.ts";
import { defineReviews } from "./defined-reviews.ts";
import type { Chance } from "./random-review-model.ts";
import { looksOf, type ModelLook, restLinksOf, type ReviewModel, stateLinksOf } from "./review-model.ts";

/** Derives what the product derives from a model. */
export async function deriveModel(model: ReviewModel, looks: ReadonlyMap<string, ReviewLook> = looksOf(model)) {
  const graph = await buildRestGraph(await restColumns(restLinksOf(model)));
  const stateLinks = stateLinksOf(model);
  const states = await deriveStates(stateLinks);
  return { graph, looks, states, stateLinks, reviews: await deriveReviews({ graph, states, looks }) };
}

/** Adds looks at what shakes notes now: of a note on the way, or for all; most of them with the present basis. */
export async function addLooks(chance: Chance, model: ReviewModel): Promise<ReviewModel> {
  const { reviews } = await deriveModel(model);
  const { basisOf } = defineReviews(model);
  const looks: ModelLook[] = [];
  for (const { id } of model.notes) {
    for (const cause of await reviews.causesOf(id)) {
      if (chance(4) > 0) continue;
      const root = { id: cause.id, kind: cause.kind };
      const isPresent = chance(5) > 0;
      const [basis, definedBasis] = isPresent ? [cause.basis, basisOf(root)] : ["other", "other"];
      looks.push({ note: chance(6) === 0 ? null : id, root, basis, definedBasis });
    }
  }
  return { ...model, looks };
}
