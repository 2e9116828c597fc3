import { DIACRITICS, NOT_ASCII } from "./fold.ts";

/** Most letters at the end of a stem that can differ from the beginning of its word. */
const CHANGED_LETTERS = 2;
const [ZERO, NINE, A, Z, ASCII_END] = [48, 57, 97, 122, 128];
const [DOT, UNDERSCORE, AND] = [46, 95, 38];
/** All scripts without spaces between words, and some others; no accented Latin, Greek or Cyrillic, no punctuation. */
const FAR_SCRIPTS = /[\u0e00-\u1fff\u2e80-\ud7ff\ud820-\ud82f\ud840-\udbff\uf900-\uffff]/;
/** An accent without a letter separates words that would be one word without it. */
const STRAY_ACCENT = /(?:^|[^\p{L}\p{N}\p{M}])[\u0300-\u036f]/u;
/** Folding drops these apostrophes. */
const INNER_APOSTROPHE = /(?<=[a-z0-9])'(?=[a-z0-9])/g;

/**
 * Whether the text can contain the phrase, judged by the beginnings of its words; only false is certain. Comparing
 * letters is twenty times faster than finding and stemming all words.
 */
export function mayHoldPhrase(stems: readonly string[], text: string): boolean {
  const [first, ...rest] = stems.map(beginningOf);
  const letters = lettersOf(text);
  if (letters === null || first === undefined || first === null) return true;
  for (let at = letters.indexOf(first); at >= 0; at = letters.indexOf(first, at + 1))
    if (!isPlain(letters.charCodeAt(at - 1)) && mayFollow(rest, letters, at + first.length)) return true;
  return false;
}

/** Folds a text like words, except for apostrophes at word ends; null when folding does more than drop accents. */
function lettersOf(text: string): string | null {
  const lower = text.toLowerCase();
  const plain = NOT_ASCII.test(lower) ? withoutAccents(lower) : lower;
  return plain?.includes("'") ? plain.replace(INNER_APOSTROPHE, "") : plain;
}

function withoutAccents(lower: string): string | null {
  const decomposedText = lower.normalize("NFD");
  if (FAR_SCRIPTS.test(lower) || lower.normalize("NFKD") !== decomposedText || STRAY_ACCENT.test(decomposedText))
    return null;
  return decomposedText.replace(DIACRITICS, "").replaceAll("’", "'");
}

/** Returns the certain beginning of words with this stem; null for a stem that is not plain ASCII. */
function beginningOf(stem: string): string | null {
  if (/^[a-z]+$/.test(stem)) return stem.slice(0, Math.max(1, stem.length - CHANGED_LETTERS));
  return /^[\x21-\x7e]+$/.test(stem) ? stem : null;
}

/** Whether the next words have these beginnings; `from` lies within the current word. */
function mayFollow(beginnings: readonly (string | null)[], text: string, from: number): boolean {
  let at = from;
  for (const beginning of beginnings) {
    // The signs of c++ and c# end a word, whatever follows.
    if (isPlain(text.charCodeAt(at - 1))) while (isInWord(text, at)) at++;
    while (at < text.length && !isLetter(text.charCodeAt(at))) at++;
    // A non-ASCII character can be anything: a letter, a dash, a word of its own.
    if (beginning === null || text.charCodeAt(at) >= ASCII_END) return true;
    if (!text.startsWith(beginning, at)) return false;
    at += beginning.length;
  }
  return true;
}

/** A joiner belongs to the word when another letter follows. */
function isInWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (isPlain(code)) return true;
  return (code === DOT || code === UNDERSCORE || code === AND) && isPlain(text.charCodeAt(at + 1));
}

function isLetter(code: number): boolean {
  return isPlain(code) || code >= ASCII_END;
}

function isPlain(code: number): boolean {
  return (code >= A && code <= Z) || (code >= ZERO && code <= NINE);
}
