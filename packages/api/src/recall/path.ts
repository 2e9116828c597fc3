import type { Relation } from "@knote/contract";

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
