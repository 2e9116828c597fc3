import { isStopWord, type Word, words } from "@knote/api";
import { NOT_A_NAME } from "./answer-patterns.ts";
import { languageOf } from "./language/languages.ts";
import type { QuestionLanguage, QuestionType } from "./language/question-language.ts";

export interface Question {
  readonly language: QuestionLanguage;
  readonly type: QuestionType;
  /** Whether the question asks for a survey of a subject, or how things differ; null for all other questions. */
  readonly shape: "overview" | "comparison" | null;
  /** Stems of the question's words, without stop words and those that tell its type. */
  readonly stems: ReadonlySet<string>;
  /** Stems of the things in the question, and of its words with digits: a note that answers it mentions each. */
  readonly things: ReadonlySet<string>;
  /** Stems of the names in the question; a note about someone else does not answer it. */
  readonly names: ReadonlySet<string>;
  /** Whether the question asks for several things: "which books", "what has she painted", "list …". */
  readonly many: boolean;
  /** Which of several times the question asks for; null when it does not say. */
  readonly order: "newest" | "oldest" | null;
  /** Whether the question is negative: "what does not …". */
  readonly isNegative: boolean;
  /** Whether the question asks for what was so before. */
  readonly isAboutFormer: boolean;
  readonly isPast: boolean;
  readonly isAboutMoney: boolean;
  /** Whether a yes-no question asks what one should or may do. */
  readonly asksAdvice: boolean;
  /** False for a question that depends on what was said before: "And why?", "What did he say about it?" */
  readonly hasSubject: boolean;
}

export function parseQuestion(query: string): Question {
  const text = query.trim();
  const lower = text.toLowerCase();
  const language = languageOf(lower);
  const { type, start, end } = typeOf(lower, language);
  const shape = language.comparison.test(lower) ? "comparison" : language.overview.test(lower) ? "overview" : null;
  const isAboutMoney = type === "amount" && language.money.test(lower);
  const isTopic = ({ text: word }: Word) =>
    !isStopWord(word) &&
    !(isAboutMoney && language.money.test(word)) &&
    (shape === null || !language.requestWords.test(word));
  const topic = words(text).filter((word) => (word.end <= start || word.start >= end) && isTopic(word));
  const names = namesIn(text);
  return {
    language,
    type,
    shape,
    many: language.many.some((pattern) => pattern.test(lower)),
    order: language.newest.test(lower) ? "newest" : language.oldest.test(lower) ? "oldest" : null,
    isNegative: language.negation.test(lower.slice(end)),
    isAboutFormer: language.former.test(lower),
    isPast: language.past.test(lower),
    isAboutMoney,
    asksAdvice: type === "yes-no" && language.advice.test(lower.slice(0, end)),
    hasSubject: names.size > 0 || subjectsIn(topic, language) > (language.pronouns.test(lower) ? 1 : 0),
    things: thingsIn(text, topic, language),
    stems: new Set(topic.map((word) => word.stem)),
    names,
  };
}

/** Returns the stems of the words that name a thing by their place in the question, and of those with digits. */
function thingsIn(
  text: string,
  topic: readonly Word[],
  { beforeThing, afterDirection, generic }: QuestionLanguage,
): Set<string> {
  const all = words(text);
  const things = topic.filter((word) => {
    if (/\p{Nd}/u.test(word.text)) return !/^(?:1[89]|20)\d\d$/.test(word.text);
    const before = all[all.findIndex(({ start }) => start === word.start) - 1];
    if (before === undefined || generic.test(word.text) || NOT_A_NAME.test(word.text)) return false;
    const isOwner = /['’]s?$/u.test(text.slice(before.start, before.end)) || /^['’]s?\s/u.test(text.slice(before.end));
    return isOwner || beforeThing.test(before.text) || afterDirection.test(text.slice(0, word.start).toLowerCase());
  });
  return new Set(things.map(({ stem }) => stem));
}

/** Returns how many of the words name something. */
function subjectsIn(topic: readonly Word[], { emptyWords }: QuestionLanguage): number {
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

/** Returns the stems of capitalised words but the first; none if a stop word is capitalised, as in a title. */
function namesIn(text: string): Set<string> {
  const capitalisedWords = words(text).filter(
    (word, index) => index > 0 && !NOT_A_NAME.test(word.text) && /\p{Lu}/u.test(text.charAt(word.start)),
  );
  return new Set(
    capitalisedWords.some((word) => isStopWord(word.text)) ? [] : capitalisedWords.map((word) => word.stem),
  );
}
