import { type ReadWord, type WordReader, wordReader } from "@knote/api";
import { NOT_A_NAME } from "./answer-patterns.ts";
import { languageOf } from "./language/languages.ts";
import type { QuestionLanguage, QuestionType } from "./language/question-language.ts";
import { type QuestionThings, thingsIn } from "./things.ts";

export interface Question extends QuestionThings {
  readonly language: QuestionLanguage;
  /** Reads notes in the language of the question. */
  readonly reader: WordReader;
  readonly type: QuestionType;
  /** Whether the question asks for a survey of a subject, or how things differ; null for all other questions. */
  readonly shape: "overview" | "comparison" | null;
  /** Stems of the question's words, without stop words and those that tell its type. */
  readonly stems: ReadonlySet<string>;
  /** Stems of the names in the question; a note about someone else does not answer it. */
  readonly names: ReadonlySet<string>;
  /** Whether the question asks for several things: "which books", "what has she painted", "list …". */
  readonly many: boolean;
  /** Which of several times the question asks for; null when it does not say. */
  readonly order: "newest" | "oldest" | null;
  /** Whether the question is negative: "what does not …". */
  readonly isNegative: boolean;
  /** It asks what would be. */
  readonly isConditional: boolean;
  /** Whether the question asks for what was so before. */
  readonly isAboutFormer: boolean;
  readonly isPast: boolean;
  /** Whether the question asks for what is to come. */
  readonly isFuture: boolean;
  readonly isAboutMoney: boolean;
  /** Whether the question asks for a day: a year alone does not answer it. */
  readonly asksDay: boolean;
  /** Whether the question asks what something is called. */
  readonly asksName: boolean;
  /** What an answer to "how tall", "how heavy" … holds; null for all other questions. */
  readonly measure: RegExp | null;
  /** Whether a yes-no question asks what one should or may do. */
  readonly asksAdvice: boolean;
  /** Whether a yes-no question asks what is possible or in order. */
  readonly asksPermission: boolean;
  /** Whether the question asks for what its asker does. */
  readonly isAboutAsker: boolean;
  /** False for a question that depends on what was said before: "And why?", "What did he say about it?" */
  readonly hasSubject: boolean;
}

export function parseQuestion(query: string): Question {
  const text = query.trim();
  const lower = text.toLowerCase();
  const language = languageOf(lower);
  const reader = wordReader(text, language.code);
  const { type, start, end } = typeOf(lower, language);
  const shape = language.comparison.test(lower) ? "comparison" : language.overview.test(lower) ? "overview" : null;
  const isAboutMoney = type === "amount" && language.money.test(lower);
  const all = reader.words(text);
  const isTopic = ({ text: word, counts }: ReadWord) =>
    counts &&
    !language.auxiliary.test(word) &&
    !(isAboutMoney && language.money.test(word)) &&
    (shape === null || !language.requestWords.test(word));
  const topic = all.filter((word) => (word.end <= start || word.start >= end) && isTopic(word));
  const names = namesIn(text, all, language, { start, end });
  return {
    language,
    reader,
    type,
    shape,
    many: language.many.some((pattern) => pattern.test(lower)),
    order: language.newest.test(lower) ? "newest" : language.oldest.test(lower) ? "oldest" : null,
    isConditional: /\b(?:if|would)\b/.test(lower),
    isNegative: language.negation.test(`${lower.slice(0, start)} ${lower.slice(end)}`),
    isAboutFormer: language.former.test(lower),
    isPast: language.past.test(lower),
    isFuture: language.future.test(lower) && !language.past.test(lower),
    isAboutMoney,
    asksDay: type === "when" && ASKS_DAY.test(lower),
    asksName: (type === "open" || type === "who") && language.name.test(lower),
    measure: language.measures.find(([pattern]) => pattern.test(lower))?.[1] ?? null,
    asksAdvice: type === "yes-no" && language.advice.test(lower.slice(0, end)),
    asksPermission: type === "yes-no" && (PERMISSION.test(lower) || language.affirmation.test(lower)),
    isAboutAsker: language.firstPerson.asked.test(lower),
    hasSubject: names.size > 0 || subjectsIn(topic, language) > (language.pronouns.test(lower) ? 1 : 0),
    ...thingsIn(text, { all, topic }, language),
    stems: new Set(topic.map((word) => word.stem)),
    names,
  };
}

const ASKS_DAY = /\b(?:what|which)(?: is| was)?(?: the)? (?:day|date|weekday)\b/;
const PERMISSION = /^(?:can|could|may|is it|are we|am i|kann|darf|können|dürfen)(?!\p{L})/u;

/** Returns how many of the words name something. */
function subjectsIn(topic: readonly ReadWord[], { emptyWords }: QuestionLanguage): number {
  return topic.filter(({ text }) => !emptyWords.test(text.toLowerCase())).length;
}

/** The earliest match in the question decides; at the same place, the first in the list. */
function typeOf(text: string, { types }: QuestionLanguage): { type: QuestionType; start: number; end: number } {
  let earliest: { type: QuestionType; start: number; end: number } | undefined;
  for (const [type, pattern] of types) {
    const match = pattern.exec(text);
    if (match === null || (earliest !== undefined && match.index >= earliest.start)) continue;
    earliest = { type, start: match.index, end: match.index + match[0].length };
  }
  return earliest ?? { type: "open", start: 0, end: 0 };
}

/** Returns the stems of capitalised words but the first and nouns; none if a stop word is capitalised, as in a title. */
function namesIn(
  text: string,
  all: readonly ReadWord[],
  { beforeThing, hasCapitalNouns }: QuestionLanguage,
  asking: { readonly start: number; readonly end: number },
): Set<string> {
  const isNoun = (index: number) => hasCapitalNouns === true && beforeThing.test(all[index - 1]!.text);
  const capitalisedWords = all.filter(
    (word, index) =>
      index > 0 &&
      (word.end <= asking.start || word.start >= asking.end) &&
      !isNoun(index) &&
      !NOT_A_NAME.test(word.text) &&
      /\p{Lu}/u.test(text.charAt(word.start)),
  );
  return new Set(capitalisedWords.some(({ counts }) => !counts) ? [] : capitalisedWords.map((word) => word.stem));
}
