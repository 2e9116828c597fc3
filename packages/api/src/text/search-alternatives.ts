import { LIMITS } from "@knote/contract";
import { type KeywordQuery, parseKeywordQuery, type QueryUnit } from "./keyword-query.ts";

/** Most queries that the alternatives of one search become. */
const MOST_QUERIES = 8;
/** Words are told apart by spaces, so that `OR` in a word is none. */
const PART = /"[^"]*"|[^\s"]+/g;

/** What an alternative demands: all of its units. */
type Alternative = readonly QueryUnit[];

/**
 * Parses a search with `OR` between words or phrases; `OR` binds more closely than a space. Returns the queries whose
 * matches together answer the search, the one that demands all words first; none when there is no searchable word.
 */
export function parseSearch(text: string): KeywordQuery[] {
  // Most searches have no operator; then no part has to be parsed by itself.
  const groups = text.includes("OR") ? groupsOf(text) : [];
  const isPlain = groups.every((alternatives) => alternatives.length === 1);
  // As a word, the operator would make any search look English.
  const whole = parseKeywordQuery(isPlain ? text : withoutOperators(text));
  if (whole === null || isPlain) return whole === null ? [] : [whole];
  const lists = combinations(groups.map(mergeWords));
  return [whole, ...lists.map((units) => ({ match: "all" as const, units: withoutDuplicates(units) }))];
}

function withoutOperators(text: string): string {
  return text.replace(PART, (part) => (part === "OR" ? "" : part));
}

/** Returns the alternatives for each place of the search. An `OR` without a searchable word on each side is skipped. */
function groupsOf(text: string): Alternative[][] {
  const groups: Alternative[][] = [];
  let joins = false;
  let isOpen = false;
  let budget: number = LIMITS.searchWords;
  for (const [part] of text.matchAll(PART)) {
    if (budget <= 0) break;
    if (part === "OR") {
      joins = isOpen;
      continue;
    }
    const units = parseKeywordQuery(part)?.units ?? [];
    isOpen = units.length > 0;
    budget -= units.reduce((sum, { clauses, phrase }) => sum + (phrase ?? clauses).length, 0);
    if (isOpen && joins) groups.at(-1)!.push(units);
    else if (isOpen) groups.push([units]);
    joins = false;
  }
  return groups;
}

/** Merges alternatives that are single words into one clause, because engines sum over the terms of a clause. */
function mergeWords(alternatives: Alternative[]): Alternative[] {
  const single = alternatives.filter(isWord);
  if (single.length < 2) return alternatives;
  const clauses = single.flatMap((units) => units.flatMap((unit) => unit.clauses));
  const clause = {
    exact: clauses.flatMap(({ exact }) => exact),
    prefixes: clauses.flatMap(({ prefixes }) => prefixes),
  };
  return [[{ clauses: [clause] }], ...alternatives.filter((units) => !isWord(units))];
}

function isWord(units: Alternative): boolean {
  return units.length === 1 && units[0]!.phrase === undefined && units[0]!.clauses.length === 1;
}

/** Returns one list of units for each choice among the alternatives, as far as there is room. */
function combinations(groups: readonly Alternative[][]): QueryUnit[][] {
  let lists: QueryUnit[][] = [[]];
  for (const alternatives of groups) {
    const room = Math.max(1, Math.floor(MOST_QUERIES / lists.length));
    lists = alternatives.slice(0, room).flatMap((units) => lists.map((list) => [...list, ...units]));
  }
  return lists;
}

function withoutDuplicates(units: readonly QueryUnit[]): QueryUnit[] {
  return [...new Map(units.map((unit) => [JSON.stringify(unit), unit])).values()];
}
