import type { Passage } from "@knote/api";
import type { WeighedEvidence } from "./evidence.ts";

export const NO_ANSWER = "Your notes do not answer this.";

/**
 * Similarity, plus a little for the words that the sentence shares with the question, plus much for being about
 * whom the question names: the weights of a logistic regression on half of LoCoMo's questions, rounded. Of the
 * other half, 43 in 100 that ask of the wrong person fall below, and 5 of those that have an answer
 * (docs/adr/0011-built-in-answers.md).
 */
const OVERLAP_WEIGHT = 0.1;
/** A question that names nobody cannot be about the wrong one: what has nearly all of its words answers it. */
const NAMELESS_OVERLAP_WEIGHT = 0.3;
const NAMED_WEIGHT = 0.4;
const LEAST_STRENGTH = 0.79;

/** Whether the sentence that fits best is evidence enough to answer at all. */
export function isAnswerable({ question, sentences }: WeighedEvidence, passages: readonly Passage[]): boolean {
  const best = sentences[0];
  if (best === undefined) return false;
  const near = nearness(passages[best.passage]!);
  const overlapWeight = question.names.size === 0 ? NAMELESS_OVERLAP_WEIGHT : OVERLAP_WEIGHT;
  return near + overlapWeight * best.overlap + NAMED_WEIGHT * best.named >= LEAST_STRENGTH;
}

/** How near the note is to the question in meaning; in words while it has no vector. */
function nearness({ similarity, coverage }: Passage): number {
  return Math.min(1, similarity > 0 ? similarity : coverage);
}
