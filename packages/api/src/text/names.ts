import { isStopWord, words } from "./analyze.ts";

/** Most words of a title that can be named: a longer one is a sentence, which no other text repeats. */
const LONGEST_NAME = 5;
const ARTICLES = new Set(["a", "an", "the"]);
/** More than nearly all words have with the space after them; bounds what is analysed of a long text. */
const LETTERS_A_WORD = 10;
const SENTENCE_END = /[.!?;:]\s|\n/;

/**
 * Returns title keys that the first `mostWords` words of a text can name: runs of up to five words within a sentence that
 * begin with a counting word or an article and end with a counting word, as nearly all names do.
 */
export function namesIn(text: string, mostWords: number): string[] {
  const all = words(text.slice(0, mostWords * LETTERS_A_WORD)).slice(0, mostWords);
  const isCounting = all.map((word) => !isStopWord(word.text));
  const keys = new Set<string>();
  for (const [start, first] of all.entries()) {
    if (!isCounting[start] && !ARTICLES.has(first.text)) continue;
    let key = first.stem;
    if (isCounting[start]) keys.add(key);
    for (let next = start + 1; next < Math.min(all.length, start + LONGEST_NAME); next++) {
      if (SENTENCE_END.test(text.slice(all[next - 1]!.end, all[next]!.start))) break;
      key += ` ${all[next]!.stem}`;
      if (isCounting[next]) keys.add(key);
    }
  }
  return [...keys];
}
