import type { NoteState, NoteType, Relation } from "@knote/contract";
import { NOTE_STATES, NOTE_TYPES, RELATIONS } from "../notes/note-types.ts";
import type { GraphData } from "./graph-data.ts";

export interface GraphCounts {
  readonly types: Readonly<Record<NoteType, number>>;
  readonly states: Readonly<Record<NoteState, number>>;
  readonly relations: Readonly<Record<Relation, number>>;
  /** Most used first. */
  readonly tags: readonly (readonly [tag: string, count: number])[];
}

export function countGraph({ notes, links }: GraphData): GraphCounts {
  return {
    types: countByKey(
      NOTE_TYPES,
      notes.map(({ type }) => type),
    ),
    states: countByKey(
      NOTE_STATES,
      notes.map(({ state }) => state),
    ),
    relations: countByKey(
      RELATIONS,
      links.map(({ relation }) => relation),
    ),
    tags: countTags(notes.map(({ tags }) => tags)),
  };
}

function countByKey<Key extends string>(keys: readonly Key[], values: readonly Key[]): Record<Key, number> {
  const counts = Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;
  for (const value of values) counts[value] += 1;
  return counts;
}

/** Counts tags without regard to case, under the first spelling met. */
function countTags(tags: readonly (readonly string[])[]): [tag: string, count: number][] {
  const counts = new Map<string, [tag: string, count: number]>();
  for (const tag of tags.flat()) {
    const entry = counts.get(tag.toLowerCase());
    if (entry) entry[1] += 1;
    else counts.set(tag.toLowerCase(), [tag, 1]);
  }
  return [...counts.values()].toSorted((one, other) => other[1] - one[1] || one[0].localeCompare(other[0]));
}
