import { isStopWord, termPrefixes, termsOfStem, words, type Word } from "./analyze.ts";
import { formOf, stem } from "./word-forms.ts";
import { languageFormOf, latinKeysOf } from "./languages/language-forms.ts";
import { createLanguageVotes, type Language } from "./languages/language-votes.ts";
import { wordsForTheSame } from "./spellings.ts";
import { joinedWord, variantsOf } from "./variants.ts";
import { cachedByWord } from "./word-cache.ts";

/** A set of alternative terms. A note's count for a clause is the sum over its terms. */
export interface TermClause {
  readonly exact: readonly string[];
  /** Beginnings of terms. */
  readonly prefixes: readonly string[];
  /** Share of its score that counts; all of it when absent. */
  readonly share?: number;
}

/** A word of a search or question. */
export interface QueryWord extends Word {
  /** False for a stop word of the text's language. */
  readonly counts: boolean;
  /** Returns the terms by which a note has this word, in any form or spelling. */
  clause(): TermClause;
  /** Returns those terms and, for a question, those of everyday words for the same thing. */
  wideClause(): TermClause;
}

/** A word of a script that has no spaces between words. */
export const UNSPACED_WORD = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]{2,}$/u;
const HANGUL = /^\p{Script=Hangul}+$/u;
const KOREAN_PARTICLE =
  /(?:에서는|에서도|으로는|에게서|이라는|에서|에게|으로|까지|부터|처럼|보다|라는|한테|은|는|이|가|을|를|에|의|와|과|도|로|만)$/u;

const CACHE_SIZE = 20_000;

/** Returns the stem of a word, then those of its other spellings. Cached, as stemming takes microseconds. */
const ownStemsOf = cachedByWord((raw): readonly string[] => {
  const { text, stem: wordStem } = formOf(raw);
  return [wordStem, ...variantsOf(raw, text).map(stem)];
}, CACHE_SIZE);

/** Returns the words of a search or question with the terms that find them in notes of any language. */
export function queryWords(text: string): QueryWord[] {
  const all = words(text);
  const language = languageOfWords(text, all);
  return all.map((word, index) => ({
    ...word,
    counts: !isStopWord(word.text) && !isForeignStopWord(language, text.slice(word.start, word.end)),
    clause: () => clauseOf(text, all, index, language),
    wideClause: () => withTerms(clauseOf(text, all, index, language), wordsForTheSame(word.text)),
  }));
}

/** Returns the language of a text by all of its words; null where they do not tell. */
export function languageOfWords(text: string, all: readonly Word[]): Language | null {
  const votes = createLanguageVotes();
  for (const { start, end } of all) votes.add(formOf(text.slice(start, end)).hints);
  return votes.language();
}

function isForeignStopWord(language: Language | null, raw: string): boolean {
  return language !== null && language !== "en" && languageFormOf(language, raw).isStopWord;
}

function clauseOf(text: string, all: readonly Word[], index: number, language: Language | null): TermClause {
  const word = all[index]!;
  const raw = text.slice(word.start, word.end);
  if (UNSPACED_WORD.test(word.text)) return { exact: [`+${word.text}`], prefixes: termPrefixes(word.text).slice(0, 1) };
  if (HANGUL.test(word.text)) return koreanClause(word.text);
  const stems = [...ownStemsOf(raw), ...joinedWords(text, all, index).map(stem)];
  const exact = stems.flatMap(termsOfStem);
  return { exact: [...new Set([...exact, `+${word.stem}`, ...languageTerms(raw, language)])], prefixes: [] };
}

function withTerms({ exact, prefixes }: TermClause, others: readonly string[]): TermClause {
  return others.length === 0
    ? { exact, prefixes }
    : { exact: [...exact, ...others.map(stem).flatMap(termsOfStem)], prefixes };
}

/** Returns a Korean word without the particle that its noun carries. */
export function nounOf(word: string): string {
  return HANGUL.test(word) ? word.replace(KOREAN_PARTICLE, "") || word : word;
}

/** The noun finds a word with any other particle. */
function koreanClause(word: string): TermClause {
  const noun = nounOf(word);
  const isLong = noun.length >= 2;
  return { exact: isLong ? [] : [`=${word}`, `=${noun}`], prefixes: isLong ? [`=${noun}`] : [] };
}

/** Without a known language, the stems of all languages: only notes in these languages have such terms. */
function languageTerms(raw: string, language: Language | null): string[] {
  if (language === "en") return [];
  if (language === null) return latinKeysOf(raw).map((key) => `+${key}`);
  const { key } = languageFormOf(language, raw);
  return [`+${key}`, ...termsOfStem(key)];
}

function joinedWords(text: string, all: readonly Word[], index: number): string[] {
  const pairs = [all.slice(Math.max(0, index - 1), index + 1), all.slice(index, index + 2)];
  return pairs.flatMap(([first, second]) => {
    if (first === undefined || second === undefined || second.start - first.end !== 1) return [];
    return joinedWord(first.text, text.slice(first.end, second.start), second.text) ?? [];
  });
}
