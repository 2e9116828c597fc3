import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { fold, NOT_ASCII } from "../fold.ts";
import { cachedByWord } from "../word-cache.ts";
import { STOP_WORDS_OF, type ForeignLanguage } from "./stop-words-of.ts";

/** A word as its language reads it. */
export interface LanguageForm {
  readonly isStopWord: boolean;
  /** Whether the language's rules have a say; others are numbers and short words. */
  readonly hasStem: boolean;
  /** The stem, folded, which other forms of the word share. */
  readonly key: string;
}

type StemmedLanguage = Exclude<ForeignLanguage, "ja" | "zh" | "ko">;

const STEMMERS: Readonly<Record<StemmedLanguage, (word: string) => string>> = {
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  ru: russian,
};
/** Languages whose words have stems. */
export const STEMMED_LANGUAGES = Object.keys(STEMMERS) as StemmedLanguage[];
export const FOREIGN_LANGUAGES = Object.keys(STOP_WORDS_OF) as ForeignLanguage[];
/** Languages that a word in Latin letters can be of. */
export const LATIN_LANGUAGES: readonly ForeignLanguage[] = ["de", "fr", "es", "it", "pt", "nl"];

const STOP_WORDS: ReadonlyMap<ForeignLanguage, ReadonlySet<string>> = new Map(
  FOREIGN_LANGUAGES.map((language) => [language, new Set(STOP_WORDS_OF[language].trim().split(/\s+/).map(fold))]),
);
/** Articles and pronouns that lose their vowel before another: l'eau, dell'anno. */
const ELISION = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|un|(?:a|da|de|ne|su|que)ll|quest)'(?=\p{L})/u;
/** Stemming changes no shorter word for the better. */
const SHORTEST_STEMMED = 4;
const LONGEST_STEMMED = 40;
const CACHE_SIZE = 20_000;

/** Returns the stop words of a language, folded. */
export function stopWordsOf(language: ForeignLanguage): ReadonlySet<string> {
  return STOP_WORDS.get(language)!;
}

const FORMS = new Map(
  FOREIGN_LANGUAGES.map((language) => [language, cachedByWord((raw) => newForm(language, raw), CACHE_SIZE)]),
);

/** Returns the form of a word as written. A stemmer takes ten microseconds and words repeat, so forms are cached. */
export function languageFormOf(language: ForeignLanguage, raw: string): LanguageForm {
  return FORMS.get(language)!(raw);
}

/** Returns the stems that the word has in the languages of Latin letters, each once. */
export const latinKeysOf = cachedByWord(
  (raw): readonly string[] => [...new Set(LATIN_LANGUAGES.map((language) => newForm(language, raw).key))],
  CACHE_SIZE,
);

function newForm(language: ForeignLanguage, raw: string): LanguageForm {
  const lower = NOT_ASCII.test(raw) ? raw.toLowerCase().normalize("NFC").replaceAll("’", "'") : raw.toLowerCase();
  const word = language === "fr" || language === "it" ? lower.replace(ELISION, "") : lower;
  const text = fold(word);
  const isStopWord = stopWordsOf(language).has(text);
  const isStemmed = word.length >= SHORTEST_STEMMED && word.length <= LONGEST_STEMMED && /^\p{L}+$/u.test(word);
  const key = isStemmed && !isStopWord ? fold(stemOf(language, word)) : text;
  return { isStopWord, hasStem: isStemmed || word !== lower, key };
}

function stemOf(language: ForeignLanguage, word: string): string {
  if (language === "de") return german(withUmlauts(word));
  return language in STEMMERS ? STEMMERS[language as StemmedLanguage](word) : word;
}

/** Reads ae, oe and ue as umlauts, as where a keyboard has none: not after a vowel (neue, bauen) or in qu. */
function withUmlauts(word: string): string {
  return word.replaceAll(/(?<![aeiouyq])(?:ae|oe|ue)/g, (pair) => ({ ae: "ä", oe: "ö", ue: "ü" })[pair]!);
}
