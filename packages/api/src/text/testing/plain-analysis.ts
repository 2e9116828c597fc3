import { COUNT_LEVELS, type IndexTerms, type Word } from "../analyze.ts";
import { STOP_WORDS } from "../stop-words.ts";
import { fold, NOT_ASCII, partsOf, stem } from "../word-forms.ts";

// The plain reference implementation of text analysis, without caches; the fast one must agree with it.

// A word is letters, marks and digits, joined inside by one of . _ ' ’ & or by nothing else; c++ and c# keep their signs.
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[._'’&][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*(?:\+\+|#)?/gu;
const ASCII_WORD = /[a-z0-9]+(?:[._'&][a-z0-9]+)*(?:\+\+|#)?/gi;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const SEGMENTER = new Intl.Segmenter("und", { granularity: "word" });

/** Returns the words of a text, in order, including stop words. */
export function plainWords(text: string): Word[] {
  const found: Word[] = [];
  const ascii = !NOT_ASCII.test(text);
  for (const match of text.matchAll(ascii ? ASCII_WORD : WORD)) {
    const raw = match[0];
    if (!ascii && UNSPACED.test(raw)) found.push(...segmented(raw, match.index));
    else pushWord(found, raw, match.index);
  }
  return found;
}

/** Returns the terms of a note's fields together: title, content and tags. */
export function plainIndexTerms(fields: readonly string[]): IndexTerms {
  const counts = new Map<string, number>();
  let length = 0;
  const add = (term: string) => counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const field of fields) {
    for (const word of plainWords(field)) {
      if (STOP_WORDS.has(word.text)) continue;
      length++;
      addTerms(add, word.text, word.stem);
      for (const part of partsOf(word.text)) if (!STOP_WORDS.has(part)) addTerms(add, part, stem(part));
    }
  }
  return { counts: [...counts].map(([term, count]) => [term, kept(count)] as const), length };
}

function segmented(run: string, offset: number): Word[] {
  const found: Word[] = [];
  for (const { segment, index, isWordLike } of SEGMENTER.segment(run)) {
    if (!isWordLike) continue;
    // The segmenter treats the signs of c++ and c# as punctuation.
    const rest = run.slice(index);
    pushWord(found, /^[a-z0-9]+(?:\+\+|#)$/i.test(rest) ? rest : segment, offset + index);
  }
  return found;
}

function pushWord(found: Word[], raw: string, start: number): void {
  const text = fold(raw);
  if (text !== "") found.push({ text, stem: stem(text), start, end: start + raw.length });
}

function addTerms(add: (term: string) => void, word: string, stemmed: string): void {
  if (word === stemmed) add(`=${word}`);
  else {
    add(`~${stemmed}`);
    add(`^${word}`);
  }
}

function kept(count: number): number {
  let level = 1;
  while (level < COUNT_LEVELS.length && COUNT_LEVELS[level]! <= count) level++;
  return COUNT_LEVELS[level - 1]!;
}
