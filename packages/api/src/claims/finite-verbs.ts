import type { ClaimWord } from "./claim-words.ts";
import { ENGLISH_VERBS } from "./english-verbs.ts";

const { auxiliaries, pastForms, baseForms, noPastForms, beforeNouns, beforeBaseForms } = ENGLISH_VERBS;
const CLITIC = /^(?:i|you|he|she|it|we|they|that|there|who|what|here)['’](?:s|re|ve|ll|d|m)$/i;
const LIKE_A_VERB = /(?:[^s]s|ed)$/;
const NOT_THIRD_PERSON = /(?:ss|us|is|ous|'s|’s)$/;
const THIRD_PERSON_ENDINGS = [/s$/, /es$/] as const;

/**
 * Returns whether the word at this place is a finite verb of an English sentence, as far as its form and the word before
 * tell. Knows auxiliaries, past forms and a few hundred common verbs; a verb that also is a noun counts where no noun
 * can stand.
 */
export function isFiniteVerb(words: readonly ClaimWord[], place: number): boolean {
  const word = words[place];
  if (word === undefined) return false;
  if (CLITIC.test(word.raw) || auxiliaries.has(word.text)) return true;
  const before = words[place - 1]?.text;
  if (before === undefined || beforeNouns.has(before)) return false;
  if (pastForms.has(word.text) || isPastForm(word.text) || isThirdPerson(word.text)) return true;
  return baseForms.has(word.text) && (beforeBaseForms.has(before) || isPlural(before));
}

/** Returns the place of the first finite verb that has a word before it, or is a pronoun with its verb; -1 without one. */
export function firstVerb(words: readonly ClaimWord[]): number {
  return words.findIndex((word, place) => (place > 0 || CLITIC.test(word.raw)) && isFiniteVerb(words, place));
}

/** Returns the place of the first finite verb, or of the first word that ends like one; -1 without either. */
export function likelyVerb(words: readonly ClaimWord[]): number {
  const verb = firstVerb(words);
  return verb >= 0 ? verb : words.findIndex(({ text }, place) => place > 0 && LIKE_A_VERB.test(text));
}

/** Returns whether the text begins like an order: "Use short names". */
export function beginsWithBaseForm([first]: readonly ClaimWord[]): boolean {
  return first !== undefined && baseForms.has(first.text);
}

function isPastForm(text: string): boolean {
  return text.length > 3 && text.endsWith("ed") && !noPastForms.has(text);
}

function isThirdPerson(text: string): boolean {
  if (!text.endsWith("s") || NOT_THIRD_PERSON.test(text)) return false;
  const isListed = THIRD_PERSON_ENDINGS.some((ending) => baseForms.has(text.replace(ending, "")));
  return isListed || (text.endsWith("ies") && baseForms.has(`${text.slice(0, -3)}y`));
}

function isPlural(text: string): boolean {
  return text.length > 3 && text.endsWith("s") && !NOT_THIRD_PERSON.test(text);
}
