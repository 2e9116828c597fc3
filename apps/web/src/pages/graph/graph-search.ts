import type { NoteState, NoteType, Relation } from "@knote/contract";
import { NOTE_STATES, NOTE_TYPES, RELATIONS } from "../../features/notes/note-types.ts";

/** The URL parameters of the graph page. Lists name the visible values; without a list, all are visible. */
export interface GraphSearch {
  readonly types?: readonly NoteType[] | undefined;
  readonly states?: readonly NoteState[] | undefined;
  readonly relations?: readonly Relation[] | undefined;
  readonly tag?: string | undefined;
  readonly find?: string | undefined;
  /** Shows only the neighbourhood of this note. */
  readonly around?: string | undefined;
  readonly steps?: 1 | 2 | 3 | undefined;
  /** Shows only the notes that rest on each other in a circle. */
  readonly circles?: true | undefined;
  readonly view?: "list" | undefined;
}

export function graphSearch(search: Record<string, unknown>): GraphSearch {
  const word = (name: string) => (typeof search[name] === "string" && search[name] ? search[name] : undefined);
  const steps = search["steps"];
  return withoutUndefined({
    types: listOf(NOTE_TYPES, search["types"]),
    states: listOf(NOTE_STATES, search["states"]),
    relations: listOf(RELATIONS, search["relations"]),
    tag: word("tag"),
    find: word("find"),
    around: word("around"),
    steps: steps === 1 || steps === 2 || steps === 3 ? steps : undefined,
    circles: search["circles"] === true ? true : undefined,
    view: search["view"] === "list" ? "list" : undefined,
  });
}

/** Adds the value to the list or removes it; returns undefined when the list then has all values. */
export function toggleValue<Value>(
  all: readonly Value[],
  shownValues: readonly Value[] | undefined,
  value: Value,
): readonly Value[] | undefined {
  const before = shownValues ?? all;
  const after = all.filter((one) => before.includes(one) !== (one === value));
  return after.length === all.length ? undefined : after;
}

function listOf<Value extends string>(all: readonly Value[], rawList: unknown): readonly Value[] | undefined {
  return Array.isArray(rawList) ? all.filter((value) => rawList.includes(value)) : undefined;
}

function withoutUndefined<Search extends object>(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search;
}
