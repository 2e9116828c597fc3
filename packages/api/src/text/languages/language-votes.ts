import { STOP_WORDS } from "../stop-words.ts";
import { NOT_ASCII } from "../fold.ts";
import { FOREIGN_LANGUAGES, LATIN_LANGUAGES, stopWordsOf } from "./language-forms.ts";
import type { ForeignLanguage } from "./stop-words-of.ts";

export type Language = "en" | ForeignLanguage;

/** Collects what the words of a text say about its language. */
export interface LanguageVotes {
  /** Adds the hints of one word. */
  add(hints: number): void;
  /** Returns the language of the text; null where its words do not tell. */
  language(): Language | null;
}

const LANGUAGES: readonly Language[] = ["en", ...FOREIGN_LANGUAGES];
const bit = (...languages: readonly Language[]) =>
  languages.reduce((bits, language) => bits | (1 << LANGUAGES.indexOf(language)), 0);

const ENGLISH = bit("en");

const SCRIPTS: readonly (readonly [RegExp, number])[] = [
  [/[\u3040-\u30ff]/, bit("ja")],
  [/\p{Script=Hangul}/u, bit("ko")],
  [/\p{Script=Han}/u, bit("zh", "ja")],
  [/\p{Script=Cyrillic}/u, bit("ru")],
];
const LATIN = /^[a-z\u00c0-\u024f'’]/;
const LETTERS: readonly (readonly [RegExp, number])[] = [
  [/[äöüß]/, bit("de")],
  [/ñ/, bit("es")],
  [/[ãõ]/, bit("pt")],
  [/ç/, bit("fr", "pt")],
  [/[œîûëï]/, bit("fr")],
  [/[êâô]/, bit("fr", "pt")],
  [/[èàù]/, bit("fr", "it")],
  [/[íóúá]/, bit("es", "pt")],
  [/ò|ì/, bit("it")],
  [/^(?:qu|[jnst])['’]\p{L}{2}/u, bit("fr")],
  [/^(?:[dl]|dell|all|nell)['’]\p{L}{2}/u, bit("fr", "it")],
];
/** Endings that many words of one language have, and hardly any English word. */
const ENDINGS: readonly (readonly [RegExp, number])[] = [
  [/.{3}(?:ung|ungen|keit|keiten|heiten|lich|liche|lichen|schaft|isch|ische|ischen)$/, bit("de")],
  [/.{3}(?:cion|ciones|mientos?|dades)$/, bit("es")],
  [/.{3}(?:zione|zioni)$/, bit("it")],
  [/.{3}(?:cao|coes|mentos)$/, bit("pt")],
  [/.{3}(?:eux|euse|euses|aient)$/, bit("fr")],
  [/.{3}(?:heid|heden|lijk|lijke)$/, bit("nl")],
];
/** Foreign stop words that are English words too. */
const ALSO_ENGLISH = new Set(
  `also art but car comment come die dare den dir door elle era fort gab hat her hier last main man men mal mine mit
  on once order over pas per pour real sea sin sans son sous sur tan ten tot toe van want war will zoo can may via so
  us see note more most`.split(/\s+/),
);
/** A foreign language must outweigh English by this much: English texts quote foreign words more than the reverse. */
const LEAD_OVER_ENGLISH = 1.3;
const LEAST_VOTES = 1;

const WORD_HINTS = wordHints();
const ANY_ENDING = new RegExp(ENDINGS.map(([ending]) => ending.source).join("|"));

/** Returns a bit for each language that a word speaks for: by script, stop words, letters and endings. */
export function languageHints(raw: string, text: string): number {
  let hints = WORD_HINTS.get(text) ?? 0;
  if (NOT_ASCII.test(raw) || raw.includes("'")) hints |= hintsOfLetters(raw.toLowerCase().normalize("NFC"));
  return hints === 0 && ANY_ENDING.test(text) ? firstMatch(ENDINGS, text) : hints;
}

function wordHints(): ReadonlyMap<string, number> {
  const hints = new Map([...STOP_WORDS, ...ALSO_ENGLISH].map((word) => [word, ENGLISH]));
  for (const language of LATIN_LANGUAGES)
    for (const word of stopWordsOf(language)) hints.set(word, (hints.get(word) ?? 0) | bit(language));
  return hints;
}

function hintsOfLetters(word: string): number {
  return firstMatch(LATIN.test(word) ? LETTERS : SCRIPTS, word);
}

function firstMatch(rules: readonly (readonly [RegExp, number])[], word: string): number {
  return rules.find(([pattern]) => pattern.test(word))?.[1] ?? 0;
}

export function createLanguageVotes(): LanguageVotes {
  let englishWords = 0;
  /** How often each other combination of hints came. */
  const counts = new Map<number, number>();
  return {
    add(hints) {
      // Nearly all words of most texts say nothing or are English stop words.
      if (hints === ENGLISH) englishWords++;
      else if (hints !== 0) counts.set(hints, (counts.get(hints) ?? 0) + 1);
    },
    language() {
      const english = englishWords + votesFor("en", counts);
      const foreign = FOREIGN_LANGUAGES.map((language) => votesFor(language, counts));
      const most = Math.max(...foreign);
      if (most < LEAST_VOTES || most < english * LEAD_OVER_ENGLISH) return english > 0 ? "en" : null;
      const best = FOREIGN_LANGUAGES.filter((_, index) => foreign[index] === most);
      // Chinese characters alone are a tie with Japanese, which would have its own letters between them.
      return best.length === 1 || best.includes("zh") ? best.at(-1)! : null;
    },
  };
}

/** A word that several languages share is divided among them. */
function votesFor(language: Language, counts: ReadonlyMap<number, number>): number {
  let votes = 0;
  for (const [hints, count] of counts) if ((hints & bit(language)) !== 0) votes += count / bitsIn(hints);
  return votes;
}

function bitsIn(hints: number): number {
  let count = 0;
  for (let rest = hints; rest !== 0; rest &= rest - 1) count++;
  return count;
}
