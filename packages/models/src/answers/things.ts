import type { ReadWord } from "@knote/api";
import { NOT_A_NAME } from "./answer-patterns.ts";
import type { QuestionLanguage } from "./language/question-language.ts";

/** The things that a question names, as stems. */
export interface QuestionThings {
  /** Stems of the things in the question, and of its words with digits: a note that answers it mentions each. */
  readonly things: ReadonlySet<string>;
  /** Stems of those that only say where or of what, as in "the laundry in the hospital": a note can leave them out. */
  readonly settings: ReadonlySet<string>;
  /** Stems of the things that belong to someone, as in "Ada's mast": of those a note near in meaning says nothing. */
  readonly possessions: ReadonlySet<string>;
  /** Things that stand before another word as its attribute, with that word: "wheat sourdough". */
  readonly attributes: readonly { readonly attribute: string; readonly noun: string }[];
}

interface QuestionWords {
  readonly all: readonly ReadWord[];
  /** Those that count, without the words that tell the question's type. */
  readonly topic: readonly ReadWord[];
}

/** Returns what a question names, by the places of its words. */
export function thingsIn(text: string, words: QuestionWords, language: QuestionLanguage): QuestionThings {
  const things = namedThings(text, words, language);
  const possessedWords = words.topic.filter((word) => things.has(word.stem) && isPossession(text, word));
  return {
    things,
    settings: settingsIn(words, things, language),
    possessions: new Set(possessedWords.map(({ stem }) => stem)),
    attributes: attributesIn(words.topic, things, language, text),
  };
}

/** Only so many characters before a word are looked at, as a text without spaces would be read again for each word. */
const LONGEST_OWNER = 64;

/** "Who's" and "what's": a word after it is no possession. */
const ASKING_IS = /^(?:wh\w+|how|that|it|there|here)['’]s/i;

/** Returns whether the word stands after "Ada's", or before "of Ada". */
function isPossession(text: string, { start, end }: ReadWord): boolean {
  const owner = /\S+['’]s? $/u.exec(text.slice(Math.max(0, start - LONGEST_OWNER), start))?.[0];
  if (owner !== undefined) return !ASKING_IS.test(owner);
  return /^ (?:of|von|de|du|del) \p{Lu}/u.test(text.slice(end));
}

/** Returns the things after a preposition of place or origin, articles between them or not. */
function settingsIn(
  { all, topic }: QuestionWords,
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
function namedThings(
  text: string,
  { all, topic }: QuestionWords,
  { beforeThing, afterDirection, generic, thing }: QuestionLanguage,
): Set<string> {
  const things = topic.filter((word) => {
    if (/\p{Nd}/u.test(word.text)) return !/^(?:1[89]|20)\d\d$/.test(word.text);
    if (generic.test(word.text) || NOT_A_NAME.test(word.text)) return false;
    if (thing.test(word.text)) return true;
    if (isBarePlural(word, all, text)) return true;
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

/** With such a verb after the question word, the others have no ending of their own: what ends in "s" is a plural. */
const HELPING_VERB = /\s(?:do|does|did|can|could|should|will|would|may|might|must)\b/i;
/** A word right after these is what kind of thing is asked for. */
const BEFORE_KIND = /^(?:which|what|many|much|kinds?|sorts?|of)$/;

/** Returns whether the word is a plural without an article, as in "When do I sow tomatoes?" */
function isBarePlural({ text: word, start, end }: ReadWord, all: readonly ReadWord[], text: string): boolean {
  const before = all[all.findIndex((other) => other.start === start) - 1];
  if (before === undefined || BEFORE_KIND.test(before.text) || !/[^suiy'’]s$/i.test(text.slice(start, end)))
    return false;
  return HELPING_VERB.test(text) && word.length > 3;
}

/** After these, the word behind a subject of one word is a verb: "does glass keep". */
const VERB_AT_THE_END = /\b(?:do|does|did|will|can|should|would|could)\b/i;

/** Returns the things that stand right before another noun of the question, with that noun. */
function attributesIn(
  topic: readonly ReadWord[],
  things: ReadonlySet<string>,
  { generic }: QuestionLanguage,
  query: string,
): QuestionThings["attributes"] {
  return topic.slice(1).flatMap(({ stem: noun, start, text }, index) => {
    const { stem, end } = topic[index]!;
    const isVerb = /\wed$/.test(text) || (index + 2 === topic.length && VERB_AT_THE_END.test(query));
    return things.has(stem) && start === end + 1 && !generic.test(text) && !isVerb ? [{ attribute: stem, noun }] : [];
  });
}
