import { LIMITS, NOTE_STATES, NOTE_TYPES, type NoteState, type NoteType } from "@knote/contract";
import { startOfDay } from "./start-of-day.ts";
import { words } from "./analyze.ts";
import { type KeywordQuery, parseKeywordQuery } from "./keyword-query.ts";

/** Values of one filter: those asked for and, after a `-`, those to leave out. */
export interface Choice<Value> {
  readonly include: readonly Value[];
  readonly exclude: readonly Value[];
}

/** The operators of a search besides words. */
export interface SearchFilters {
  readonly type: Choice<NoteType>;
  readonly state: Choice<NoteState>;
  /** A tag that ends in `*` stands for all tags with that beginning. */
  readonly tag: Choice<string>;
  /** ISO times: notes created from `from` on and before `before`. */
  readonly from: string | null;
  readonly before: string | null;
}

/** A search as typed, taken apart. */
export interface SearchText {
  /** The search with spaces in place of filters and exclusions, so that every word keeps its position. */
  readonly words: string;
  /** What no match may contain; null for nothing. */
  readonly exclusions: KeywordQuery | null;
  readonly filters: SearchFilters;
  /** Whether the search has a filter or an exclusion, if only of stop words. */
  readonly hasOperators: boolean;
  /** Whether filters or exclusions select among the notes. */
  readonly narrows: boolean;
}

const FILTER = /(-?)(tag|type|state|before|after):(?:"([^"]*)"|([^\s"()]+))/iy;
/** Neither a number below zero nor a dash between words. */
const EXCLUSION = /-("[^"]*"|\p{L}[^\s"]*)/uy;
const BEFORE_OPERATOR = /[\s(]/;

/**
 * Takes a search apart: `type:`, `tag:`, `state:`, `before:`, `after:` and `-word` count at the start of a word and
 * outside quotes. A filter with an unknown value is text, so any input is a search.
 */
export function readSearchText(q: string): SearchText {
  const filters = createFilters();
  const exclusions: string[] = [];
  let text = "";
  let count = 0;
  for (let at = 0; at < q.length;) {
    const mayBegin = count < LIMITS.searchWords && (at === 0 || BEFORE_OPERATOR.test(q[at - 1]!));
    const end = mayBegin ? (filters.readAt(q, at) ?? readExclusion(q, at, exclusions)) : null;
    if (end !== null) {
      count++;
      text += " ".repeat(end - at);
      at = end;
    } else {
      const next = q[at] === '"' ? Math.max(at, q.indexOf('"', at + 1)) + 1 : at + 1;
      text += q.slice(at, next);
      at = next;
    }
  }
  const excludedWords = exclusions.length === 0 ? null : parseKeywordQuery(exclusions.join(" "), "any");
  return {
    words: text,
    exclusions: excludedWords,
    filters: filters.result(),
    hasOperators: count > 0,
    narrows: count > exclusions.length || excludedWords !== null,
  };
}

/** Adds the exclusion that begins at the place and returns its end; null when there is none. */
function readExclusion(q: string, at: number, exclusions: string[]): number | null {
  EXCLUSION.lastIndex = at;
  const excludedText = EXCLUSION.exec(q)?.[1];
  if (excludedText === undefined) return null;
  const isPhrase = !excludedText.startsWith('"') && words(excludedText).length > 1;
  exclusions.push(isPhrase ? `"${excludedText}"` : excludedText);
  return EXCLUSION.lastIndex;
}

function createFilters() {
  const types = createChoice<NoteType>();
  const states = createChoice<NoteState>();
  const tags = createChoice<string>();
  let from: string | null = null;
  let before: string | null = null;

  function readDay(value: string, isBefore: boolean): boolean {
    const start = startOfDay(value);
    if (start === null) return false;
    if (isBefore) before = before === null || start < before ? start : before;
    else from = from === null || start > from ? start : from;
    return true;
  }

  function read(name: string, value: string, isExcluded: boolean): boolean {
    if (name === "type") return types.add(valuesOf(NOTE_TYPES, value), isExcluded);
    if (name === "state") return states.add(valuesOf(NOTE_STATES, value), isExcluded);
    if (name === "tag") return tags.add(tagsOf(value), isExcluded);
    return readDay(value, (name === "before") !== isExcluded);
  }

  return {
    /** Adds the filter that begins at the place and returns its end; null when there is none. */
    readAt(q: string, at: number): number | null {
      FILTER.lastIndex = at;
      const match = FILTER.exec(q);
      if (match === null) return null;
      const [, sign, name = "", phrase, word = ""] = match;
      return read(name.toLowerCase(), (phrase ?? word).trim(), sign === "-") ? FILTER.lastIndex : null;
    },
    result: (): SearchFilters => ({ type: types.choice, state: states.choice, tag: tags.choice, from, before }),
  };
}

function createChoice<Value>() {
  const include: Value[] = [];
  const exclude: Value[] = [];
  return {
    choice: { include, exclude } satisfies Choice<Value>,
    add(values: readonly Value[], isExcluded: boolean): boolean {
      (isExcluded ? exclude : include).push(...values);
      return values.length > 0;
    },
  };
}

/** Returns the value of this name, in any case and with `-` or a space for `_`; several for a beginning with `*`. */
function valuesOf<Value extends string>(values: readonly Value[], text: string): Value[] {
  const name = text.toLowerCase().replaceAll(/[\s-]/g, "_");
  const beginning = name.endsWith("*") ? name.slice(0, -1) : null;
  return values.filter((value) => (beginning === null ? value === name : value.startsWith(beginning)));
}

function tagsOf(text: string): string[] {
  const tag = text.replace(/^#/, "");
  return tag !== "" && [...tag].length <= LIMITS.tagLength ? [tag] : [];
}
