import type { Passage } from "@knote/api";
import { isAboutOther } from "./about-other.ts";
import { type Evidence, type WeighedEvidence } from "./evidence.ts";
import type { Former } from "./history.ts";

export const NO_ANSWER = "Your notes do not answer this.";
export const NO_SUBJECT = `${NO_ANSWER} Each question stands alone: please name what you mean.`;

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
/** Notes about the one who is named that make an overview, whatever else of the question they lack. */
const LEAST_OF_NAMED = 3;
/** A note with all words of a question that asks for more than a name is at least as near as this. */
const NEAR_BY_WORDS = 0.4;
/** Share of the question's words that the notes of a survey must hold together. */
const LEAST_SURVEYED = 0.6;

/**
 * Returns whether the best sentence is strong enough for an answer. An earlier version that the question means counts
 * with its words, since its note replaced it.
 */
export function isAnswerable(weighedEvidence: WeighedEvidence, passages: readonly Passage[], former?: Former): boolean {
  const best = former?.evidence ?? weighedEvidence.sentences[0];
  if (best === undefined) return false;
  const { names, stems, type } = weighedEvidence.question;
  if (type !== "yes-no" && repeats(best, stems)) return false;
  const note = nearness(passages[best.passage]!, sharesMoreThanNames(weighedEvidence, best));
  const near = former === undefined ? note : Math.max(best.overlap, note);
  if (former === undefined && isAboutOther(weighedEvidence, best, meaningOf(passages[best.passage]!))) return false;
  const overlapWeight = names.size === 0 ? NAMELESS_OVERLAP_WEIGHT : OVERLAP_WEIGHT;
  return near + overlapWeight * best.overlap + NAMED_WEIGHT * best.nameShare >= LEAST_STRENGTH;
}

/** Returns whether the chosen sentences are strong enough for a survey: the best one, or all together. */
export function isSurveyable(
  weighedEvidence: WeighedEvidence,
  chosenSentences: readonly Evidence[],
  passages: readonly Passage[],
): boolean {
  const { stems, names, shape } = weighedEvidence.question;
  const heldStems = [...stems].filter((stem) =>
    chosenSentences.some(({ passage }) => weighedEvidence.notes[passage]!.stems.has(stem)),
  );
  const isOfNamed = names.size > 0 && shape === "overview" && chosenSentences.every(({ nameShare }) => nameShare === 1);
  if (isOfNamed && chosenSentences.length >= LEAST_OF_NAMED) return true;
  return isAnswerable(weighedEvidence, passages) || (stems.size > 0 && heldStems.length >= LEAST_SURVEYED * stems.size);
}

/**
 * Returns how near the note, or the version that it supersedes, is to the question in meaning, or in words while neither
 * has a vector.
 */
function nearness(passage: Passage, hasWords: boolean): number {
  const meaning = meaningOf(passage);
  const words = hasWords && passage.coverage === 1 ? NEAR_BY_WORDS : 0;
  return Math.min(1, meaning > 0 ? Math.max(meaning, words) : passage.coverage);
}

/** Returns whether a sentence says nothing but what the question says, as an item of a name alone does. */
function repeats({ isTitle, isItem, stems: own }: Evidence, stems: ReadonlySet<string>): boolean {
  return isItem && !isTitle && [...own].every((stem) => stems.has(stem));
}

function sharesMoreThanNames({ question: { stems, names }, notes }: WeighedEvidence, { passage }: Evidence): boolean {
  return [...stems].some((stem) => !names.has(stem) && notes[passage]!.stems.has(stem));
}

/** Returns the cosine of the question and the note, or of the version that it supersedes if that is higher. */
function meaningOf({ similarity, earlierSimilarity = 0 }: Passage): number {
  return Math.max(similarity, earlierSimilarity);
}
