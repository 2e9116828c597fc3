import type { Passage } from "@knote/api";
import type { Evidence, WeighedEvidence } from "./evidence.ts";
import type { Question } from "./question.ts";
import type { QuestionType } from "./language/question-language.ts";
import { isOtherState, isSameClaim } from "./same-claim.ts";

const MOST_OF_MANY = 4;
/** Share of the best sentence's score that another sentence needs to be listed with it. */
const NEARLY_AS_GOOD = 0.85;
/** Share of the best sentence's overlap that another sentence needs to be listed with it. */
const LEAST_SHARED = 0.5;
/** Types whose answer the words of a sentence show. */
const MEASURABLE_TYPES: ReadonlySet<QuestionType> = new Set([
  "when",
  "where",
  "count",
  "amount",
  "duration",
  "frequency",
]);

/**
 * Returns the sentence that answers, with a near twin from another day that differs only in a number. For a question
 * that asks for several things, returns all distinct sentences that answer, best first.
 */
export function pickSentences(
  { question, sentences }: WeighedEvidence,
  passages: readonly Passage[],
): readonly Evidence[] {
  const currentSentences = sentences.filter(({ passage }) => passages[passage]!.state !== "superseded");
  const rankedSentences = currentSentences.length > 0 ? currentSentences : sentences;
  const best = rankedSentences[0];
  if (best === undefined) return [];
  const near = rankedSentences.filter(
    ({ score, nameShare }) => score >= NEARLY_AS_GOOD * best.score && nameShare >= best.nameShare,
  );
  if (question.many) {
    const item = itemBeside(best, rankedSentences, question);
    return item ? [item] : distinct(near.filter(({ overlap }) => overlap >= LEAST_SHARED * best.overlap));
  }
  if (question.order !== null) return [byDay(near.filter(({ overlap }) => overlap >= best.overlap))[question.order]];
  const twin = near.find((other) => isOtherState(best.stems, other.stems) && dayOf(other) !== dayOf(best));
  if (twin === undefined) return [betterBeside(best, rankedSentences, question)];
  const { newest, oldest } = byDay([best, twin]);
  return [newest, oldest];
}

/**
 * Returns the sentence of the same note that is about more of the names, or holds what is asked for more clearly; the title
 * where it is the question itself, as the text below it answers.
 */
function betterBeside(best: Evidence, rankedSentences: readonly Evidence[], question: Question): Evidence {
  const own = rankedSentences.filter(({ passage }) => passage === best.passage);
  if (question.type === "open") return own.find((sentence) => isHeading(sentence, question)) ?? best;
  // What holds today may state the number more clearly than "before it was 7".
  if (!MEASURABLE_TYPES.has(question.type) || question.isAboutFormer) return best;
  const better = own.find(({ nameShare, typeMatch, overlap }) => {
    if (nameShare < best.nameShare) return false;
    if (nameShare > best.nameShare) return typeMatch >= best.typeMatch && overlap >= LEAST_SHARED * best.overlap;
    return typeMatch > best.typeMatch && overlap >= NEARLY_AS_GOOD * best.overlap;
  });
  return better ?? best;
}

/** Returns whether a title has the words of the question and no others: "Colour of the gate". */
function isHeading({ isTitle, stems: own }: Evidence, { stems, isNegative }: Question): boolean {
  return isTitle && !isNegative && own.size === stems.size && [...stems].every((stem) => own.has(stem));
}

/**
 * Returns the best item of the note's list if its items have at least two words of the question between them that none has
 * alone: "the early and the late shift". Then the list answers, not a sentence that has all words.
 */
function itemBeside(best: Evidence, rankedSentences: readonly Evidence[], { stems }: Question): Evidence | undefined {
  const items = rankedSentences.filter(({ passage, isItem }) => passage === best.passage && isItem);
  const holding = [...stems].filter((stem) => items.filter((item) => item.stems.has(stem)).length === 1);
  const holders = items.filter((item) => holding.some((stem) => item.stems.has(stem)));
  return !best.isItem && holders.length > 1 ? holders[0] : undefined;
}

/** Returns the best sentence of each note, and of notes that say the same only the best. */
function distinct(rankedSentences: readonly Evidence[]): Evidence[] {
  const pickedSentences: Evidence[] = [];
  const seenPassages = new Set<number>();
  for (const sentence of rankedSentences) {
    if (pickedSentences.length === MOST_OF_MANY || seenPassages.has(sentence.passage)) continue;
    seenPassages.add(sentence.passage);
    if (!pickedSentences.some((other) => isSameClaim(other.stems, sentence.stems))) pickedSentences.push(sentence);
  }
  return pickedSentences;
}

function byDay(sentences: readonly Evidence[]): { newest: Evidence; oldest: Evidence } {
  return {
    newest: sentences.reduce((a, b) => (b.day > a.day ? b : a)),
    oldest: sentences.reduce((a, b) => (b.day < a.day ? b : a)),
  };
}

function dayOf({ day }: Evidence): string {
  return day.toISOString().slice(0, 10);
}
