import type { Act } from "../decide/decide.ts";
import type { Failure } from "../session.ts";

/** What the acts of a round did. */
export interface Outcome {
  readonly counts: Map<Act | "link" | "unlink", number>;
  readonly failures: Failure[];
  /** Titles of the notes that got what could not be merged. */
  readonly conflicts: string[];
  /** Whether something is left that another look decides about. */
  isOpen: boolean;
}

export function newOutcome(): Outcome {
  return { counts: new Map(), failures: [], conflicts: [], isOpen: false };
}

export function count({ counts }: Outcome, act: Act | "link" | "unlink"): void {
  counts.set(act, (counts.get(act) ?? 0) + 1);
}
