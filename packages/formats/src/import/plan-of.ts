import { type Problem, PROBLEM_KINDS } from "../graph/found-note.ts";
import type { ReadGraph } from "./read-graph.ts";

/** What an import would send and leave out, in numbers. */
export interface Plan {
  readonly tags: number;
  readonly types: readonly Count[];
  readonly relations: readonly Count[];
  readonly problems: readonly { readonly label: string; readonly all: readonly Problem[] }[];
}

interface Count {
  readonly name: string;
  readonly count: number;
}

export function planOf({ notes, links, problems }: ReadGraph): Plan {
  return {
    tags: new Set(notes.flatMap((note) => note.tags.map((tag) => tag.toLowerCase()))).size,
    types: countsOf(notes.map(({ note_type }) => note_type)),
    relations: countsOf(links.map(({ relation }) => relation)),
    problems: [...Map.groupBy(problems, ({ kind }) => kind)].map(([kind, all]) => ({
      label: PROBLEM_KINDS[kind],
      all,
    })),
  };
}

function countsOf(names: readonly string[]): readonly Count[] {
  return [...Map.groupBy(names, (name) => name)].map(([name, all]) => ({ name, count: all.length }));
}
