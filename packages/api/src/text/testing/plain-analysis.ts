import { COUNT_LEVELS, type IndexTerms, type Word } from "../analyze.ts";
import { STOP_WORDS } from "../stop-words.ts";
import { createContextTerms } from "../context-terms.ts";
import { fold, NOT_ASCII } from "../fold.ts";
import { languageHints } from "../languages/language-votes.ts";
import { partsOf, stem, variantTerms } from "../word-forms.ts";

// The plain reference implementation of text analysis, without caches; the fast one must agree with it.

// A word is letters, marks and digits, joined inside by one of . _ ' ’ & or by nothing else; c++ and c# keep their signs.
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[._'’&][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*(?:\+\+|#)?/gu;
const ASCII_WORD = /[a-z0-9]+(?:[._'&][a-z0-9]+)*(?:\+\+|#)?/gi;
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const SEGMENTER = new Intl.Segmenter("und", { granularity: "word" });

/** Returns the words of a text, in order, including stop words. */
export function plainWords(text: string): Word[] {
  const foundWords: Word[] = [];
  const ascii = !NOT_ASCII.test(text);
  for (const match of text.matchAll(ascii ? ASCII_WORD : WORD)) {
    const raw = match[0];
    if (!ascii && UNSPACED_SCRIPT.test(raw)) foundWords.push(...segmentWords(raw, match.index));
    else pushWord(foundWords, raw, match.index);
  }
  return foundWords;
}

/** Returns the terms of a note's fields together: title, content and tags. */
export function plainIndexTerms(fields: readonly string[]): IndexTerms {
  const counts = new Map<string, number>();
  let length = 0;
  const add = (term: string) => counts.set(term, (counts.get(term) ?? 0) + 1);
  const context = createContextTerms(add);
  for (const field of fields) {
    for (const word of plainWords(field)) {
      const raw = field.slice(word.start, word.end);
      if (!STOP_WORDS.has(word.text)) {
        length++;
        addTerms(add, word.text, word.stem);
        for (const part of partsOf(word.text)) if (!STOP_WORDS.has(part)) addTerms(add, part, stem(part));
        for (const term of variantTerms(raw, word.text, word.stem)) add(term);
      }
      context.visit(field, raw, word.start, { ...word, terms: [], hints: languageHints(raw, word.text) });
    }
  }
  context.addStems(fields);
  return { counts: [...counts].map(([term, count]) => [term, roundToLevel(count)] as const), length };
}

function segmentWords(run: string, offset: number): Word[] {
  const foundWords: Word[] = [];
  for (const { segment, index, isWordLike } of SEGMENTER.segment(run)) {
    if (!isWordLike) continue;
    // The segmenter treats the signs of c++ and c# as punctuation.
    const rest = run.slice(index);
    pushWord(foundWords, /^[a-z0-9]+(?:\+\+|#)$/i.test(rest) ? rest : segment, offset + index);
  }
  return foundWords;
}

function pushWord(foundWords: Word[], raw: string, start: number): void {
  const text = fold(raw);
  if (text !== "") foundWords.push({ text, stem: stem(text), start, end: start + raw.length });
}

function addTerms(add: (term: string) => void, word: string, wordStem: string): void {
  if (word === wordStem) add(`=${word}`);
  else {
    add(`~${wordStem}`);
    add(`^${word}`);
  }
}

function roundToLevel(count: number): number {
  let level = 1;
  while (level < COUNT_LEVELS.length && COUNT_LEVELS[level]! <= count) level++;
  return COUNT_LEVELS[level - 1]!;
}
