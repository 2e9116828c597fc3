import { scanWords } from "./scan-words.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { formOf } from "./word-forms.ts";

/** A word of a text: folded, stemmed, and where it stands, in code units `[start, end)`. */
export interface Word {
  /** Lower case, without accents, apostrophes and possessive 's; at most 64 code units. */
  readonly text: string;
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

/**
 * What a note is found by. A term is opaque to engines, which match it exactly or by its beginning:
 * `=word` where word and stem are one, else `~stem` and `^word`. Stop words are left out.
 */
export interface IndexTerms {
  /** Each term once, with how often it occurs, kept to the levels of `COUNT_LEVELS`. */
  readonly counts: readonly (readonly [term: string, count: number])[];
  /** Words that count (no stop words): the length that BM25 divides by. */
  readonly length: number;
}

/** Counts are kept to 16 levels, so that an engine can hold them in a few bits; BM25 saturates long before the last. */
export const COUNT_LEVELS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 17, 22, 30, 45, 70, 120];

const KEPT = Uint8Array.from({ length: COUNT_LEVELS.at(-1)! + 1 }, (_, count) => levelBelow(count));

/** The words of a text, in order, stop words included. */
export function words(text: string): Word[] {
  const found: Word[] = [];
  scanWords(text, (raw, start) => {
    const { text: folded, stem } = formOf(raw);
    if (folded !== "") found.push({ text: folded, stem, start, end: start + raw.length });
  });
  return found;
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** Stems of the words that count, in order. */
export function countingStems(text: string): string[] {
  return words(text)
    .filter((word) => !isStopWord(word.text))
    .map((word) => word.stem);
}

/** The terms of a note's fields together: title, content and tags. */
export function indexTerms(fields: readonly string[]): IndexTerms {
  const found = new Map<string, number>();
  let length = 0;
  const visit = (raw: string) => {
    const { terms } = formOf(raw);
    if (terms.length > 0) length++;
    for (const term of terms) found.set(term, (found.get(term) ?? 0) + 1);
  };
  for (const field of fields) scanWords(field, visit);
  return { counts: Array.from(found, ([term, count]) => [term, kept(count)] as const), length };
}

/** The terms that a word of a query is found by: any of them, exactly. */
export function termsOfStem(stemmed: string): string[] {
  return [`=${stemmed}`, `~${stemmed}`];
}

/** The beginnings of terms that `prefix*` is found by, matched against words as written. */
export function termPrefixes(prefix: string): string[] {
  return [`=${prefix}`, `^${prefix}`];
}

/** Folded title of a note, to find where a text names it: its stems in order, or empty when it has no word that counts. */
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

/** Tags are compared in this form. */
export function foldTag(tag: string): string {
  return tag.trim().toLowerCase();
}

function kept(count: number): number {
  return KEPT[Math.min(count, KEPT.length - 1)]!;
}

function levelBelow(count: number): number {
  return COUNT_LEVELS.findLast((level) => level <= count) ?? COUNT_LEVELS[0]!;
}
