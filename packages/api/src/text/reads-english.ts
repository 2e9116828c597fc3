import { isStopWord, words } from "./analyze.ts";

/** Enough of a text to tell its language. */
const READ_CHARACTERS = 2_000;
/** Fewer words say too little. */
const LEAST_WORDS = 8;
/** Stop words that other languages have as words, too. */
const SHARED_WORDS: ReadonlySet<string> = new Set(
  "a i in am an as at on so no me do he we my or was will her him all over has to is".split(" "),
);
/**
 * Least share of the other stop words among an English text's words: 92 in 100 or more of the notes of four English
 * sets have it, and 1 in 200 texts of 89 other languages (docs/lab/multilingual-embedder.md).
 */
const LEAST_SHARE = 0.08;

/** Returns whether a text is English by its share of stop words; null when it is too short to tell. */
export function readsEnglish(text: string): boolean | null {
  const read = words(text.slice(0, READ_CHARACTERS)).filter((word) => /\p{L}/u.test(word.text));
  if (read.length < LEAST_WORDS) return null;
  const english = read.filter(({ text: word }) => isStopWord(word) && !SHARED_WORDS.has(word));
  return english.length >= LEAST_SHARE * read.length;
}
