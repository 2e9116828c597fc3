import { isStopWord, type Word, words } from "./analyze.ts";
import { languageFormOf } from "./languages/language-forms.ts";
import type { Language } from "./languages/language-votes.ts";
import type { ForeignLanguage } from "./languages/stop-words-of.ts";
import { irregularForms, wordsForTheSame } from "./spellings.ts";
import { languageOfWords, nounOf, UNSPACED_WORD } from "./word-clause.ts";
import { stem as stemOf } from "./word-forms.ts";

/** A word with its stem by the language of a question. */
export interface ReadWord extends Word {
  /** False for a stop word of that language. */
  readonly counts: boolean;
}

/** Reads texts in the language of a question: whatever their own language is, a word of both has one stem. */
export interface WordReader {
  /** Null where nothing tells: then English rules apply. */
  readonly language: Language | null;
  /** The question's stems by those of other forms of its words, and of words for the same: choose by chose. */
  readonly stemByForm: ReadonlyMap<string, string>;
  /** Returns the words of a text, in order. */
  words(text: string): ReadWord[];
  /**
   * Returns the stems of the words that count, and those of the question's words that the text has in an irregular form or
   * between others without spaces.
   */
  stemsIn(text: string): Set<string>;
}

/** Creates a reader of a question's language: the likely one where its words do not tell. */
export function wordReader(question: string, likely: Language | null = null): WordReader {
  const language = languageOfWords(question, words(question)) ?? likely;
  const read = (text: string) =>
    words(text).map((word) => (isForeign(language) ? readForeign(language, text, word) : readEnglish(word)));
  const counting = read(question).filter(({ counts }) => counts);
  const wordsWithoutSpaces = counting.filter(({ text }) => UNSPACED_WORD.test(text));
  const stemByForm = isForeign(language) ? new Map<string, string>() : stemsByForm(counting);
  return {
    language,
    stemByForm,
    words: read,
    stemsIn(text) {
      const containedWords = wordsWithoutSpaces.filter(({ start, end }) => text.includes(question.slice(start, end)));
      const stems = [...read(text).filter(({ counts }) => counts), ...containedWords].map(({ stem }) => stem);
      return new Set(stems.flatMap((stem) => stemByForm.get(stem) ?? []).concat(stems));
    },
  };
}

/** Returns whether the reader's stems are those of the index, which has English rules for all notes. */
export function readsByEnglishRules({ language }: WordReader): boolean {
  return !isForeign(language);
}

function isForeign(language: Language | null): language is ForeignLanguage {
  return language !== null && language !== "en";
}

function stemsByForm(counting: readonly ReadWord[]): Map<string, string> {
  return new Map(
    counting.flatMap(({ text, stem }) =>
      [...irregularForms(text), ...wordsForTheSame(text)].map((form) => [stemOf(form), stem] as const),
    ),
  );
}

function readEnglish(word: Word): ReadWord {
  return { ...word, counts: !isStopWord(word.text) };
}

function readForeign(language: ForeignLanguage, text: string, word: Word): ReadWord {
  const raw = text.slice(word.start, word.end);
  const counts = !isStopWord(word.text) && !languageFormOf(language, raw).isStopWord;
  return { ...word, stem: foreignStem(language, raw, word.text), counts };
}

function foreignStem(language: ForeignLanguage, raw: string, text: string): string {
  return language === "ko" ? nounOf(text) : languageFormOf(language, raw).key;
}
