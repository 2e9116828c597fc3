import type { ChangeKind, Relation } from "@knote/contract";

/** Two times of one graph that are compared: the later one is included, the earlier one is not. */
export interface Period {
  readonly since: string;
  readonly until: string;
}

/** A difference between the two, by ids. */
export interface FoundChange {
  readonly kind: ChangeKind;
  readonly at: string;
  readonly id: string;
  readonly from?: string;
  readonly to?: string;
  /** For `needs_review`: the id of the cause. */
  readonly cause?: string;
  readonly relation?: Relation;
  /** The target of a link. */
  readonly other?: string;
}
