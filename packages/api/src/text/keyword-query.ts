import { LIMITS } from "@knote/contract";
import { isStopWord, termPrefixes, termsOfStem, words, type Word } from "./analyze.ts";
import { isLight } from "./light-words.ts";
import { mayHoldPhrase } from "./phrase-filter.ts";
import { queryWords, type TermClause } from "./word-clause.ts";

/** More or less is worse (docs/lab/fuse-by-score.md). */
const SHARE_OF_LIGHT = 0.5;
/** A word of more notes than these tells little of two texts, and takes long to look up. */
const MOST_NOTES_OF_WORD = 500;

export type { TermClause } from "./word-clause.ts";

/** A word, or the words of a phrase. */
export interface QueryUnit {
  /** All must match; empty for a phrase of only stop words. */
  readonly clauses: readonly TermClause[];
  /** Stems that must be adjacent in one field: see `matchesPhrase`. */
  readonly phrase?: readonly string[];
}

export interface KeywordQuery {
  readonly match: "all" | "any";
  /** Never empty. */
  readonly units: readonly QueryUnit[];
  /** Of a search for any word: leaves out words that more live notes than these have (`rare-units.ts`). */
  readonly mostNotes?: number;
}

/**
 * Parses a full-text query: words (stemmed), `prefix*` (as written), `"a phrase"`. Null when it has
 * no searchable word. Any input parses; what is not syntax is text.
 */
export function parseKeywordQuery(q: string, match: "all" | "any" = "all"): KeywordQuery | null {
  const units: QueryUnit[] = [];
  let budget = LIMITS.searchWords;
  for (const [, phrase, loose] of q.matchAll(/"([^"]*)"|([^"]+)/g)) {
    if (budget <= 0) break;
    if (phrase !== undefined) {
      const phraseWords = words(phrase).slice(0, budget);
      budget -= phraseWords.length;
      if (phraseWords.length > 0) units.push(phraseUnit(phraseWords));
    } else if (loose !== undefined) {
      const looseResult = looseUnits(loose, budget);
      budget -= looseResult.words;
      units.push(...looseResult.units);
    }
  }
  return units.length === 0 ? null : { match, units: withoutDuplicates(units) };
}

/** Returns the keyword query of a question: any of its words but stop words. Null when there is none. */
export function questionKeywords(question: string): KeywordQuery | null {
  const units = queryWords(question)
    .filter(({ counts }) => counts)
    .slice(0, LIMITS.searchWords)
    .map((word) => ({
      clauses: [isLight(word.stem) ? { ...word.wideClause(), share: SHARE_OF_LIGHT } : word.wideClause()],
    }));
  return units.length === 0 ? null : { match: "any", units: withoutDuplicates(units) };
}

/** Returns the query for notes that share words with a text: as for a question, by its rarer words. Null without any. */
export function textKeywords(text: string): KeywordQuery | null {
  const query = questionKeywords(text);
  return query && { ...query, mostNotes: MOST_NOTES_OF_WORD };
}

/** Whether the stems are adjacent in one of the fields. */
export function matchesPhrase(stems: readonly string[], fields: readonly string[]): boolean {
  return fields.some((field) => {
    if (!mayHoldPhrase(stems, field)) return false;
    const text = words(field);
    const last = text.length - stems.length;
    for (let start = 0; start <= last; start++) {
      if (stems.every((stem, offset) => text[start + offset]!.stem === stem)) return true;
    }
    return false;
  });
}

function looseUnits(text: string, budget: number): { units: QueryUnit[]; words: number } {
  const usedWords = queryWords(text).slice(0, budget);
  const isPrefix = ({ end }: Word) => text[end] === "*";
  // A search for stop words of another language alone looks for them.
  const isAnyLeft = usedWords.some((word) => word.counts || isPrefix(word));
  const units: QueryUnit[] = [];
  for (const word of usedWords) {
    if (isPrefix(word)) units.push({ clauses: [{ exact: [], prefixes: termPrefixes(word.text) }] });
    else if (isAnyLeft ? word.counts : !isStopWord(word.text)) units.push({ clauses: [word.clause()] });
  }
  return { units, words: usedWords.length };
}

function phraseUnit(phrase: readonly Word[]): QueryUnit {
  const counting = phrase.filter((word) => !isStopWord(word.text));
  return { clauses: counting.map((word) => stemClause(word.stem)), phrase: phrase.map((word) => word.stem) };
}

function stemClause(stem: string): TermClause {
  return { exact: termsOfStem(stem), prefixes: [] };
}

function withoutDuplicates(units: readonly QueryUnit[]): QueryUnit[] {
  return [...new Map(units.map((unit) => [keyOf(unit), unit])).values()];
}

/** Forms of one word have the same first term; the others depend on the form. */
function keyOf({ phrase, clauses }: QueryUnit): string {
  return JSON.stringify([phrase, clauses.map(({ exact, prefixes }) => exact[0] ?? prefixes[0])]);
}
