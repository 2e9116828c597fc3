import type { Relation } from "@knote/contract";

/** A candidate on its way: not yet read. */
export interface Ranked {
  readonly id: string;
  readonly score: number;
  /** The links from a direct hit on; empty for a direct hit. */
  readonly via: readonly PathStep[];
}

export interface PathStep {
  readonly source_id: string;
  readonly target_id: string;
  readonly relation: Relation;
}

/** So many links of a path are kept at its beginning, and so many at its end: a chain may be thousands long. */
const STEPS_AT_AN_END = 16;

/** The path and one link more, without its middle where it gets too long. */
export function extendPath(path: readonly PathStep[], { source_id, target_id, relation }: PathStep): PathStep[] {
  const step = { source_id, target_id, relation };
  if (path.length < 2 * STEPS_AT_AN_END) return [...path, step];
  return [...path.slice(0, STEPS_AT_AN_END), ...path.slice(STEPS_AT_AN_END + 1), step];
}

/** The note at the other end of a link of the note. */
export function otherEnd(id: string, { source_id, target_id }: Pick<PathStep, "source_id" | "target_id">): string {
  return source_id === id ? target_id : source_id;
}

/** A linked note counts as a hit of its own only from this share of the score of the note that led to it. */
const OWN_SHARE = 0.5;

/** Whether the question alone finds a note to which links lead as well: then no path says why the note is here. */
export function isFoundOnItsOwn(own: Ranked, ledFrom: Ranked): boolean {
  return own.via.length === 0 && own.score >= OWN_SHARE * ledFrom.score;
}

/** A cosine as the interface has it: 0…1. */
export function clip(similarity: number): number {
  return Math.min(1, Math.max(0, similarity));
}
