import { createContextTerms } from "./context-terms.ts";
import { scanWords } from "./scan-words.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { formOf } from "./word-forms.ts";

/** A word of a text: folded, stemmed, and its position in code units `[start, end)`. */
export interface Word {
  /** Lower case, without accents, apostrophes and possessive 's; at most 64 code units. */
  readonly text: string;
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The terms that find a note. A term is opaque to engines, which match it exactly or by its beginning:
 * `=word` when the word is its own stem, else `~stem` and `^word`, by English rules for a note of any language; in
 * addition `+other` for other spellings and for the stems of the note's language. English stop words are left out.
 */
export interface IndexTerms {
  /** Each term once, with the number of its occurrences, rounded down to a level of `COUNT_LEVELS`. */
  readonly counts: readonly (readonly [term: string, count: number])[];
  /** Number of words without stop words: the document length of BM25. */
  readonly length: number;
}

/** Number of this analysis. It grows when `indexTerms` changes, and engines then write the terms of earlier notes again. */
export const ANALYSIS_VERSION = 2;

/** Returns whether the terms can differ from those that the analysis of an earlier version gave the same note. */
export function hasNewTerms({ counts }: IndexTerms, earlierVersion: number): boolean {
  // Version 2 added terms that begin with a plus, and changed no other.
  return earlierVersion !== 1 || counts.some(([term]) => term.startsWith("+"));
}

/** Counts are rounded to 16 levels, so that engines can store them in few bits; BM25 saturates long before the last. */
export const COUNT_LEVELS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 17, 22, 30, 45, 70, 120];

const LEVEL_OF_COUNT = Uint8Array.from({ length: COUNT_LEVELS.at(-1)! + 1 }, (_, count) => levelBelow(count));

/** Returns the words of a text, in order, including stop words. */
export function words(text: string): Word[] {
  const foundWords: Word[] = [];
  scanWords(text, (raw, start) => {
    const { text: foldedText, stem } = formOf(raw);
    if (foldedText !== "") foundWords.push({ text: foldedText, stem, start, end: start + raw.length });
  });
  return foundWords;
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** Returns the stems of the words that are not stop words, by English rules, in order. */
export function countingStems(text: string): string[] {
  return words(text)
    .filter((word) => !isStopWord(word.text))
    .map((word) => word.stem);
}

/** Returns the terms of a note's fields together: title, content and tags. */
export function indexTerms(fields: readonly string[]): IndexTerms {
  const countByTerm = new Map<string, number>();
  let length = 0;
  const add = (term: string) => void countByTerm.set(term, (countByTerm.get(term) ?? 0) + 1);
  const context = createContextTerms(add);
  for (const field of fields) {
    scanWords(field, (raw, start) => {
      const form = formOf(raw);
      const { terms } = form;
      if (terms.length > 0) length++;
      for (let index = 0; index < terms.length; index++) add(terms[index]!);
      context.visit(field, raw, start, form);
    });
  }
  context.addStems(fields);
  return { counts: Array.from(countByTerm, ([term, count]) => [term, roundToLevel(count)] as const), length };
}

/** Returns the terms that a query word matches: any of them, exactly. */
export function termsOfStem(stem: string): string[] {
  return [`=${stem}`, `~${stem}`];
}

/** Returns the beginnings of terms that `prefix*` matches: words as written, not stems. */
export function termPrefixes(prefix: string): string[] {
  return [`=${prefix}`, `^${prefix}`];
}

/** Returns the key that finds a note by its title: the title's stems in order; empty for a title of only stop words. */
export function titleKey(title: string): string {
  const stems: string[] = [];
  let hasCounting = false;
  scanWords(title, (raw) => {
    const { text, stem, terms } = formOf(raw);
    if (text !== "") stems.push(stem);
    hasCounting ||= terms.length > 0;
  });
  return hasCounting ? stems.join(" ") : "";
}

/** Returns the form in which tags are compared. */
export function foldTag(tag: string): string {
  return tag.trim().toLowerCase();
}

function roundToLevel(count: number): number {
  return LEVEL_OF_COUNT[Math.min(count, LEVEL_OF_COUNT.length - 1)]!;
}

function levelBelow(count: number): number {
  return COUNT_LEVELS.findLast((level) => level <= count) ?? COUNT_LEVELS[0]!;
}
