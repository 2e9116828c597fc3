import type { Passage } from "@knote/api";
import { clampShare, type WeighedEvidence } from "./evidence.ts";

export const NO_ANSWER = "Your notes do not answer this.";

/**
 * On LoCoMo's questions, with the note that answers among ten candidates, 3 in 100 fall below; with it taken
 * out, 7; asked of the wrong person, 26. Low on purpose: a reader sees when a quotation misses the point, and
 * does not see an answer withheld.
 */
const LEAST_STRENGTH = 0.3;
/** What is left of the strength of a note that holds none of the names asked for. */
const UNNAMED = 0.4;

/** Whether the sentence that fits best is evidence enough to answer at all. */
export function isAnswerable({ sentences }: WeighedEvidence, passages: readonly Passage[]): boolean {
  const best = sentences[0];
  if (best === undefined) return false;
  const strength = nearness(passages[best.passage]!, passages) * (UNNAMED + (1 - UNNAMED) * best.named);
  return strength >= LEAST_STRENGTH;
}

/** How near the note is to the question, in meaning and in words alike; in words alone while nothing has a vector. */
function nearness({ similarity, coverage }: Passage, passages: readonly Passage[]): number {
  const withoutVectors = passages.every((passage) => !(passage.similarity > 0));
  return withoutVectors ? clampShare(coverage) : (clampShare(similarity) + clampShare(coverage)) / 2;
}
