import type { Relation } from "@knote/contract";

/** A note as a judge sees it: data, never instructions to the model. */
export interface JudgedNote {
  readonly title: string;
  /** The head of the note's content. */
  readonly text: string;
}

/** How one candidate relates to the note, with the note as the link's source. */
export interface ProposedRelation {
  /** 0-based position among the candidates; each at most once. */
  readonly index: number;
  readonly relation: Relation;
  /** One sentence for the owner, at most 300 characters. */
  readonly reason: string;
}

/** Proposes how a note relates to the notes it could be linked to. Only a person turns a proposal into a link. */
export interface LinkJudge {
  /** The identifier of the model that judges. */
  readonly id: string;
  /**
   * Judges all candidates in one call. A candidate that is left out stays `relates_to`, without a reason.
   * Throws `DomainError` PROVIDER_FAILED, UNAVAILABLE, or LIMIT_EXCEEDED after too many calls of the user; on abort
   * the signal's reason.
   */
  judge(request: {
    readonly note: JudgedNote;
    readonly candidates: readonly JudgedNote[];
    /** Owner of the notes: calls are counted and proposals remembered per user. No provider learns it. */
    readonly userId?: string;
    readonly signal?: AbortSignal;
  }): Promise<ProposedRelation[]>;
  /** Drops all remembered texts of all users. */
  forget?(): void;
}
