import type { Passage } from "@knote/api";
import type { WeighedEvidence } from "./evidence.ts";

export const NO_ANSWER = "Your notes do not answer this.";

/**
 * Strength is similarity, plus a little for words shared with the question, plus much for being about the people it
 * names. The weights are those of a logistic regression on half of LoCoMo's questions, rounded. In the other half,
 * 43 in 100 questions about the wrong person fall below the threshold, and 5 in 100 of those with an answer
 * (docs/adr/0011-built-in-answers.md).
 */
const OVERLAP_WEIGHT = 0.1;
/** A question without names cannot be about the wrong person, so shared words count for more. */
const NAMELESS_OVERLAP_WEIGHT = 0.3;
const NAMED_WEIGHT = 0.4;
const LEAST_STRENGTH = 0.79;

/** Returns whether the best sentence is strong enough for an answer. */
export function isAnswerable({ question, sentences }: WeighedEvidence, passages: readonly Passage[]): boolean {
  const best = sentences[0];
  if (best === undefined) return false;
  const near = nearness(passages[best.passage]!);
  const overlapWeight = question.names.size === 0 ? NAMELESS_OVERLAP_WEIGHT : OVERLAP_WEIGHT;
  return near + overlapWeight * best.overlap + NAMED_WEIGHT * best.nameShare >= LEAST_STRENGTH;
}

/**
 * Returns how near the note, or the version that it supersedes, is to the question in meaning, or in words while neither
 * has a vector.
 */
function nearness({ similarity, earlierSimilarity = 0, coverage }: Passage): number {
  const meaning = Math.max(similarity, earlierSimilarity);
  return Math.min(1, meaning > 0 ? meaning : coverage);
}
