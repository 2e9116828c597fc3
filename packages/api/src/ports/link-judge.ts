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
  /** Words of one of the two notes, as they stand there, that show it. */
  readonly quote: string;
  /** How sure the model says it is, 0 to 1. */
  readonly confidence: number;
}

/** What rules doubt about a note by itself: that its title makes one claim, that its content supports the title. */
export type ClaimDoubt = "compound" | "no_support";

/** Which doubts about a draft hold. */
export interface ClaimVerdict {
  /** 0-based positions of the notes that the draft contradicts or replaces. */
  readonly otherwise: readonly number[];
  readonly doubts: readonly ClaimDoubt[];
}

/** Proposes how a note relates to the notes it could be linked to. Only a person turns a proposal into a link. */
export interface LinkJudge {
  /** The identifier of the model that judges. */
  readonly id: string;
  /**
   * Judges all candidates in one call. A candidate that is left out stays `relates_to`, without a reason, as does one
   * whose proposal quotes what stands in neither note.
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
  /**
   * Says which of the doubts about a draft hold, in one call: that it contradicts or replaces each of the others, and
   * the named ones. Absent in a judge that only compares. Throws as `judge` does.
   */
  confirm?(request: {
    readonly note: JudgedNote;
    readonly others: readonly JudgedNote[];
    readonly doubts: readonly ClaimDoubt[];
    readonly userId?: string;
    readonly signal?: AbortSignal;
  }): Promise<ClaimVerdict>;
  /** Drops all remembered texts of all users. */
  forget?(): void;
}
