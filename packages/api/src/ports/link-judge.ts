import type { Relation } from "@knote/contract";

/** A note as a judge sees it: data, never instructions. */
export interface JudgedNote {
  readonly title: string;
  /** The head of the note's content. */
  readonly text: string;
}

/** How one candidate relates to the note, with the note as the link's source. */
export interface ProposedRelation {
  /** 0-based place among the candidates; each at most once. */
  readonly index: number;
  readonly relation: Relation;
  /** One sentence for the owner, at most 300 characters. */
  readonly reason: string;
}

/** Reads a note beside the notes it could be linked to, and proposes how. Proposals are never applied without a person. */
export interface LinkJudge {
  /** The identifier of the model that judges. */
  readonly id: string;
  /**
   * One call for all candidates. A candidate that is left out stays `relates_to`, without a reason.
   * Throws `DomainError` PROVIDER_FAILED, UNAVAILABLE, or LIMIT_EXCEEDED when the user has asked too often; on abort the signal's reason.
   */
  judge(request: {
    readonly note: JudgedNote;
    readonly candidates: readonly JudgedNote[];
    /** Whose notes these are: what is counted and remembered is each user's own. No provider learns it. */
    readonly userId?: string;
    readonly signal?: AbortSignal;
  }): Promise<ProposedRelation[]>;
  /** Forgets all texts that it remembers, of all users. */
  forget?(): void;
}
