import { type ReadWord, type WordReader, wordReader } from "@knote/api";
import { NOT_A_NAME } from "./answer-patterns.ts";
import { languageOf } from "./language/languages.ts";
import type { QuestionLanguage, QuestionType } from "./language/question-language.ts";

export interface Question {
  readonly language: QuestionLanguage;
  /** Reads notes in the language of the question. */
  readonly reader: WordReader;
  readonly type: QuestionType;
  /** Whether the question asks for a survey of a subject, or how things differ; null for all other questions. */
  readonly shape: "overview" | "comparison" | null;
  /** Stems of the question's words, without stop words and those that tell its type. */
  readonly stems: ReadonlySet<string>;
  /** Stems of the things in the question, and of its words with digits: a note that answers it mentions each. */
  readonly things: ReadonlySet<string>;
  /** Stems of those that only say where or of what, as in "the laundry in the hospital": a note can leave them out. */
  readonly settings: ReadonlySet<string>;
  /** Stems of the things that belong to someone, as in "Ada's mast": of those a note near in meaning says nothing. */
  readonly possessions: ReadonlySet<string>;
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
  /** Whether the question asks what something is called. */
  readonly asksName: boolean;
  /** What an answer to "how tall", "how heavy" … holds; null for all other questions. */
  readonly measure: RegExp | null;
  /** Things that stand before another word as its attribute, with that word: "wheat sourdough". */
  readonly attributes: readonly { readonly attribute: string; readonly noun: string }[];
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
  const things = thingsIn(text, { all, topic }, language);
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
    asksName: (type === "open" || type === "who") && language.name.test(lower),
    measure: language.measures.find(([pattern]) => pattern.test(lower))?.[1] ?? null,
    attributes: attributesIn(topic, things, language, lower),
    asksAdvice: type === "yes-no" && language.advice.test(lower.slice(0, end)),
    asksPermission: type === "yes-no" && (PERMISSION.test(lower) || language.affirmation.test(lower)),
    isAboutAsker: language.firstPerson.asked.test(lower),
    hasSubject: names.size > 0 || subjectsIn(topic, language) > (language.pronouns.test(lower) ? 1 : 0),
    things,
    possessions: new Set(
      topic.filter((word) => things.has(word.stem) && isPossession(text, word)).map(({ stem }) => stem),
    ),
    settings: settingsIn({ all, topic }, things, language),
    stems: new Set(topic.map((word) => word.stem)),
    names,
  };
}

const PERMISSION = /^(?:can|could|may|is it|are we|am i|kann|darf|können|dürfen)(?!\p{L})/u;

/** "Who's" and "what's": a word after it is no possession. */
const ASKING_IS = /^(?:wh\w+|how|that|it|there|here)['’]s/i;

/** Returns whether the word stands after "Ada's", or before "of Ada". */
function isPossession(text: string, { start, end }: ReadWord): boolean {
  const owner = /\S+['’]s? $/u.exec(text.slice(0, start))?.[0];
  if (owner !== undefined) return !ASKING_IS.test(owner);
  return /^ (?:of|von|de|du|del) \p{Lu}/u.test(text.slice(end));
}

/** Returns the things after a preposition of place or origin, articles between them or not. */
function settingsIn(
  { all, topic }: { readonly all: readonly ReadWord[]; readonly topic: readonly ReadWord[] },
  things: ReadonlySet<string>,
  { beforeThing, beforeSetting }: QuestionLanguage,
): Set<string> {
  const settings = topic.filter(({ stem, start, text }) => {
    if (!things.has(stem) || /\p{Nd}/u.test(text)) return false;
    const before = all
      .slice(
        0,
        all.findIndex((word) => word.start === start),
      )
      .toReversed();
    const nearest = before.findIndex((word) => beforeSetting.test(word.text) || !beforeThing.test(word.text));
    return nearest >= 0 && beforeSetting.test(before[nearest]!.text);
  });
  return new Set(settings.map(({ stem }) => stem));
}

/** Returns the stems of the words that name a thing by their place in the question, and of those with digits. */
function thingsIn(
  text: string,
  { all, topic }: { readonly all: readonly ReadWord[]; readonly topic: readonly ReadWord[] },
  { beforeThing, afterDirection, generic, thing }: QuestionLanguage,
): Set<string> {
  const things = topic.filter((word) => {
    if (/\p{Nd}/u.test(word.text)) return !/^(?:1[89]|20)\d\d$/.test(word.text);
    if (generic.test(word.text) || NOT_A_NAME.test(word.text)) return false;
    if (thing.test(word.text)) return true;
    const before = all[all.findIndex(({ start }) => start === word.start) - 1];
    if (before === undefined) return false;
    const isOwner = /['’]s?$/u.test(text.slice(before.start, before.end)) || /^['’]s?\s/u.test(text.slice(before.end));
    return (
      (isOwner && !ASKING_IS.test(text.slice(before.start))) ||
      beforeThing.test(before.text) ||
      afterDirection.test(text.slice(0, word.start).toLowerCase())
    );
  });
  return new Set(things.map(({ stem }) => stem));
}

/** After these, the word behind a subject of one word is a verb: "does glass keep". */
const VERB_AT_THE_END = /\b(?:do|does|did|will|can|should|would|could)\b/i;

/** Returns the things that stand right before another noun of the question, with that noun. */
function attributesIn(
  topic: readonly ReadWord[],
  things: ReadonlySet<string>,
  { generic }: QuestionLanguage,
  query: string,
): Question["attributes"] {
  return topic.slice(1).flatMap(({ stem: noun, start, text }, index) => {
    const { stem, end } = topic[index]!;
    const isVerb = /\wed$/.test(text) || (index + 2 === topic.length && VERB_AT_THE_END.test(query));
    return things.has(stem) && start === end + 1 && !generic.test(text) && !isVerb ? [{ attribute: stem, noun }] : [];
  });
}

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
