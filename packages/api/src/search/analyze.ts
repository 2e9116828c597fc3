import { stemmer } from "stemmer";
import { STOP_WORDS } from "./stop-words.ts";

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

const MAX_WORD_LENGTH = 64;
const REMEMBERED = 50_000;
const LONGEST_REMEMBERED = 12;

// A word is letters, marks and digits, joined inside by one of . _ ' ’ & or by nothing else; c++ and c# keep their signs.
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[._'’&][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*(?:\+\+|#)?/gu;
const ASCII_WORD = /[a-z0-9]+(?:[._'&][a-z0-9]+)*(?:\+\+|#)?/gi;
const NOT_ASCII = /[^\0-\x7f]/;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const DIACRITICS = /[\u0300-\u036f]/g;
const SEGMENTER = new Intl.Segmenter("und", { granularity: "word" });

/** The words of a text, in order, stop words included. */
export function words(text: string): Word[] {
  const found: Word[] = [];
  const ascii = !NOT_ASCII.test(text);
  for (const match of text.matchAll(ascii ? ASCII_WORD : WORD)) {
    const raw = match[0];
    if (!ascii && UNSPACED.test(raw)) found.push(...segmented(raw, match.index));
    else pushWord(found, raw, match.index);
  }
  return found;
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** The terms of a note's fields together: title, content and tags. */
export function indexTerms(fields: readonly string[]): IndexTerms {
  const counts = new Map<string, number>();
  let length = 0;
  const add = (term: string) => counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const field of fields) {
    for (const word of words(field)) {
      if (STOP_WORDS.has(word.text)) continue;
      length++;
      addTerms(add, word.text, word.stem);
      for (const part of partsOf(word.text)) if (!STOP_WORDS.has(part)) addTerms(add, part, stem(part));
    }
  }
  return { counts: [...counts].map(([term, count]) => [term, kept(count)] as const), length };
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
  const all = words(title);
  return all.some((word) => !STOP_WORDS.has(word.text)) ? all.map((word) => word.stem).join(" ") : "";
}

/** Tags are compared in this form. */
export function foldTag(tag: string): string {
  return tag.trim().toLowerCase();
}

function segmented(run: string, offset: number): Word[] {
  const found: Word[] = [];
  for (const { segment, index, isWordLike } of SEGMENTER.segment(run)) {
    if (!isWordLike) continue;
    // The segmenter takes the signs of c++ and c# for punctuation.
    const rest = run.slice(index);
    pushWord(found, /^[a-z0-9]+(?:\+\+|#)$/i.test(rest) ? rest : segment, offset + index);
  }
  return found;
}

function pushWord(found: Word[], raw: string, start: number): void {
  const { text, stem: stemmed } = formOf(raw);
  if (text !== "") found.push({ text, stem: stemmed, start, end: start + raw.length });
}

function fold(raw: string): string {
  let text = raw.toLowerCase();
  if (NOT_ASCII.test(text))
    text = text.normalize("NFKD").replace(DIACRITICS, "").normalize("NFKC").toLowerCase().replaceAll("’", "'");
  if (text.includes("'")) text = text.replace(/'s$/, "").replaceAll("'", "");
  // Never between the halves of a surrogate pair.
  return text.length > MAX_WORD_LENGTH ? text.slice(0, MAX_WORD_LENGTH).replace(/[\ud800-\udbff]$/, "") : text;
}

function partsOf(word: string): string[] {
  // After a longer word the sign is mostly punctuation, as in issue#12.
  const bare = /[^._&]{2}(?:\+\+|#)$/.test(word) ? word.replace(/[+#]+$/, "") : word;
  const parts = /[._&]/.test(bare) ? bare.split(/[._&]/).filter((part) => part !== "") : [];
  return bare === word ? parts : [bare, ...parts];
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

interface Form {
  readonly text: string;
  readonly stem: string;
}

const forms = new Map<string, Form>();

/** Folding and stemming cost a microsecond or two; texts repeat their words, so up to 50,000 spellings are remembered. */
function formOf(raw: string): Form {
  const known = forms.get(raw);
  if (known !== undefined) return known;
  const text = fold(raw);
  const made = { text, stem: stem(text) };
  // A longer piece of a string keeps the whole string alive in V8.
  if (raw.length <= LONGEST_REMEMBERED) {
    if (forms.size >= REMEMBERED) forms.clear();
    forms.set(raw, made);
  }
  return made;
}

function stem(word: string): string {
  return /^[a-z]+$/.test(word) ? stemmer(word) : word;
}
