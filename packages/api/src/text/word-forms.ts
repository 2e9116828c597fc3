import { stemmer } from "stemmer";
import { fold } from "./fold.ts";
import { languageHints } from "./languages/language-votes.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { variantsWithin } from "./variants.ts";
import { cachedByWord } from "./word-cache.ts";

/** The analysed form of a word, independent of its context. */
export interface WordForm {
  /** Lower case, without accents, apostrophes and possessive 's; at most 64 code units. Empty when nothing is left. */
  readonly text: string;
  readonly stem: string;
  /** The index terms of the word; none for a stop word. */
  readonly terms: readonly string[];
  /** For `LanguageVotes`. */
  readonly hints: number;
}

const CACHE_SIZE = 50_000;

/** Returns the form of a word. Analysis takes a microsecond or two and words repeat, so up to 50,000 are cached. */
export const formOf = cachedByWord(newForm, CACHE_SIZE);

/** Chinese characters alone, of which nothing is folded, stemmed or spelled in another way. */
const HAN = /^[\u4e00-\u9fff]{1,64}$/;

function newForm(raw: string): WordForm {
  if (HAN.test(raw)) return { text: raw, stem: raw, terms: [`=${raw}`], hints: languageHints(raw, raw) };
  const text = fold(raw);
  const wordStem = stem(text);
  const counts = text !== "" && !STOP_WORDS.has(text);
  const terms = counts
    ? [...termsOf(text, wordStem), ...partsOf(text).flatMap(termsOfPart), ...variantTerms(raw, text, wordStem)]
    : [];
  return { text, stem: wordStem, terms, hints: languageHints(raw, text) };
}

/** Returns the words that a compound such as `snake_case` joins. */
export function partsOf(word: string): string[] {
  // After a longer word the sign is mostly punctuation, as in issue#12.
  const bare = /[^._&]{2}(?:\+\+|#)$/.test(word) ? word.replace(/[+#]+$/, "") : word;
  const parts = /[._&]/.test(bare) ? bare.split(/[._&]/).filter((part) => part !== "") : [];
  return bare === word ? parts : [bare, ...parts];
}

function termsOfPart(part: string): string[] {
  return STOP_WORDS.has(part) ? [] : termsOf(part, stem(part));
}

/** Returns the terms of other spellings of the word. A term of its own, so that no word counts twice. */
export function variantTerms(raw: string, text: string, wordStem: string): string[] {
  return variantsWithin(raw, text)
    .map(stem)
    .filter((variant) => variant !== wordStem)
    .map((variant) => `+${variant}`);
}

function termsOf(word: string, wordStem: string): string[] {
  return word === wordStem ? [`=${word}`] : [`~${wordStem}`, `^${word}`];
}

/** Stems words of English letters by Porter's algorithm; returns others unchanged. */
export function stem(word: string): string {
  return /^[a-z]+$/.test(word) ? stemmer(word) : word;
}
