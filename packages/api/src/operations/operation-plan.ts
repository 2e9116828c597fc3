import type { CreateNoteInput, Link, LinkInput } from "@knote/contract";
import type { StoredNote } from "../ports/note-store.ts";
import type { StoredOperation } from "../ports/operation-store.ts";

/** A link that goes over to other notes. */
export interface Move {
  /** The link as it was stored. */
  readonly from: Link;
  /** The links that take its place, without those that were there before. */
  readonly to: readonly LinkInput[];
}

export interface Part extends CreateNoteInput {
  readonly id: string;
}

/** All steps of a merge or split, in the order in which they are taken; undoing goes the other way round. */
export interface OperationPlan {
  /** The note that takes others in, before and after. Null when its text stays as it is. */
  readonly revision: { readonly before: StoredNote; readonly after: StoredNote } | null;
  readonly parts: readonly Part[];
  readonly supersessions: readonly Pick<LinkInput, "source_id" | "target_id">[];
  readonly moves: readonly Move[];
}

export function writePlan(plan: OperationPlan): string {
  return JSON.stringify(plan);
}

export function readPlan({ plan }: Pick<StoredOperation, "plan">): OperationPlan {
  // Safe because only `writePlan` makes these texts.
  return JSON.parse(plan) as OperationPlan;
}
