import { words } from "../text/analyze.ts";
import { stem as stemOf } from "../text/word-forms.ts";
import { ENGLISH_VERBS } from "./english-verbs.ts";

/** A word of a claim, with the text that it was written as. */
export interface ClaimWord {
  readonly text: string;
  readonly stem: string;
  readonly raw: string;
  /** Position in code units of the text. */
  readonly start: number;
  readonly end: number;
}

/** More than a title of 300 characters has in a script with spaces; bounds the comparison of two claims. */
const MOST_WORDS = 80;

const NUMBER_WORDS = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
  sixteen seventeen eighteen nineteen twenty`.split(/\s+/);
const ORDINAL_WORDS = `zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth`.split(
  /\s+/,
);
const NUMBERS = new Map([
  ...NUMBER_WORDS.map((word, number) => [word, String(number)] as const),
  ...ORDINAL_WORDS.map((word, number) => [word, `${number}.`] as const),
]);
/** Tense and number of these two verbs say nothing about what is claimed. */
const AUXILIARY_FORMS = new Map([
  ...["am", "is", "are", "was", "were", "be", "been", "being"].map((word) => [word, "be"] as const),
  ...["has", "have", "had", "having"].map((word) => [word, "have"] as const),
]);
const ORDINAL = /^(\d+)(?:st|nd|rd|th)$/;

/** Returns the first words of a text, in which spelled numbers, ordinals and articles have one form each. */
export function claimWords(text: string, most = MOST_WORDS): ClaimWord[] {
  return words(text)
    .slice(0, most)
    .map(({ text: word, stem, start, end }) => {
      const raw = text.slice(start, end);
      return { text: word, stem: formOf(word) ?? stem, raw, start, end };
    });
}

function formOf(word: string): string | undefined {
  if (word === "an") return "a";
  const number = NUMBERS.get(word) ?? AUXILIARY_FORMS.get(word);
  const base = ENGLISH_VERBS.baseOf.get(word);
  if (base !== undefined) return stemOf(base);
  if (number !== undefined) return number;
  const ordinal = ORDINAL.exec(word)?.[1];
  return ordinal === undefined ? undefined : `${ordinal}.`;
}
