import type { Relation } from "@knote/contract";

/** A ranked hit whose note is not read yet. */
export interface RankedHit {
  readonly id: string;
  readonly score: number;
  /** The links from a direct hit to this note; empty for a direct hit. */
  readonly via: readonly PathStep[];
  /** The best hit that this note supersedes, directly or not. */
  readonly earlier?: string;
}

export interface PathStep {
  readonly source_id: string;
  readonly target_id: string;
  readonly relation: Relation;
}

/** Links of a path that are kept at each end: a chain can be thousands of links long. */
const STEPS_AT_AN_END = 16;

/** Appends a link to a path and drops the middle of a path that gets too long. */
export function extendPath(path: readonly PathStep[], { source_id, target_id, relation }: PathStep): PathStep[] {
  const step = { source_id, target_id, relation };
  if (path.length < 2 * STEPS_AT_AN_END) return [...path, step];
  return [...path.slice(0, STEPS_AT_AN_END), ...path.slice(STEPS_AT_AN_END + 1), step];
}

/** Returns the id of the note at the other end of a link. */
export function otherEnd(id: string, { source_id, target_id }: Pick<PathStep, "source_id" | "target_id">): string {
  return source_id === id ? target_id : source_id;
}

/** A linked note counts as a hit of its own only from this share of the score of the note that led to it. */
const OWN_SHARE = 0.5;

/** Whether the question alone finds a note that links also lead to: then its path does not explain it. */
export function isFoundOnItsOwn(own: RankedHit, ledFrom: RankedHit): boolean {
  return own.via.length === 0 && own.score >= OWN_SHARE * ledFrom.score;
}

/** Clips a cosine to 0…1, as the interface shows it. */
export function clip(similarity: number): number {
  return Math.min(1, Math.max(0, similarity));
}
