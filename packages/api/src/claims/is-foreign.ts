import { createLanguageVotes } from "../text/languages/language-votes.ts";
import { scanWords } from "../text/scan-words.ts";
import { formOf } from "../text/word-forms.ts";

/** Enough of a text to tell its language. */
const READ_CHARACTERS = 2_000;

/** Returns whether the words of a text speak for another language than English: rules of English say nothing of it. */
export function isForeign(text: string): boolean {
  const votes = createLanguageVotes();
  scanWords(text.slice(0, READ_CHARACTERS), (raw) => votes.add(formOf(raw).hints));
  const language = votes.language();
  return language !== null && language !== "en";
}
