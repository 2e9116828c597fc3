import type { ServiceContext } from "../context.ts";
import { isStopWord, termPrefixes, termsOfStem, words, type Word } from "../text/analyze.ts";
import { readSearchText } from "../text/search-text.ts";
import { beginningNear, likeliestWord, mayBeMisspelt, type UsedWord, wordsNear } from "../text/spelling.ts";

/** A longer search is no slip of the finger; the corrected one also has to fit into a header. */
const LONGEST_SEARCH = 200;
/** Most words of a search that are compared with those of the notes. */
const MOST_WORDS = 4;
/** Most words read for each beginning: some milliseconds of work. */
const MOST_OF_BEGINNING = 2_000;

/**
 * Returns the search with words of the caller's notes in place of words that none of the notes has; null when there is
 * nothing to correct. Quoted words stay as they are.
 */
export async function correctSearch(ctx: ServiceContext, q: string): Promise<string | null> {
  if (q.length > LONGEST_SEARCH) return null;
  const suspects = looseWords(readSearchText(q).words).filter(({ text }) => mayBeMisspelt(text) && !isStopWord(text));
  const checkedWords = suspects.slice(0, MOST_WORDS);
  if (checkedWords.length === 0) return null;
  const terms = await ctx.storage.keywords.terms(ctx.actor.userId, termsToRead(checkedWords), MOST_OF_BEGINNING);
  const usedWords = wordsOf(terms);
  let correction = "";
  let end = 0;
  for (const word of checkedWords) {
    if (isUsed(word, q, terms)) continue;
    const better = likeliestWord(word.text, usedWords);
    if (better === null) continue;
    correction += q.slice(end, word.start) + better;
    end = q[word.end] === "*" ? word.end + 1 : word.end;
  }
  return end === 0 ? null : correction + q.slice(end);
}

/** Returns the words outside quotes, at their positions. */
function looseWords(text: string): Word[] {
  return words(text.replaceAll(/"[^"]*"/g, (phrase) => " ".repeat(phrase.length)));
}

function termsToRead(checkedWords: readonly Word[]) {
  const near = checkedWords.flatMap(({ text }) => wordsNear(text).flatMap(termPrefixes));
  const beginnings = checkedWords.flatMap(({ text }) => beginningNear(text) ?? []);
  return {
    exact: [...new Set([...near, ...checkedWords.flatMap(({ stem }) => termsOfStem(stem))])],
    prefixes: [...new Set([...beginnings, ...checkedWords.map(({ text }) => text)].flatMap(termPrefixes))],
  };
}

/** Whether a note has the word, or one that begins with it where the search asks for a beginning. */
function isUsed(word: Word, q: string, terms: ReadonlyMap<string, number>): boolean {
  if (termsOfStem(word.stem).some((term) => terms.has(term))) return true;
  const isBeginning = q[word.end] === "*";
  return (
    isBeginning && termPrefixes(word.text).some((prefix) => [...terms.keys()].some((term) => term.startsWith(prefix)))
  );
}

/** Returns the words as written among the terms. */
function wordsOf(terms: ReadonlyMap<string, number>): UsedWord[] {
  const signs = termPrefixes("");
  return [...terms].flatMap(([term, notes]) =>
    signs.filter((sign) => term.startsWith(sign)).map((sign) => ({ word: term.slice(sign.length), notes })),
  );
}
