import type { LinkDecision, NotePair, ProposedLink } from "./proposal-looks.ts";

/** What a decision is about. It changes with the decision, as one request can decide about a pair twice. */
export interface Matter {
  readonly pair: NotePair;
  /** What is proposed for the pair now, by a judge or an agent, else by rules. */
  readonly proposal: () => ProposedLink;
  /** The basis of the judgement that the proposal comes from; null where it comes from rules. */
  readonly texts: string | null;
  /** Whether both notes are neither archived nor superseded. */
  readonly isStanding: boolean;
  /** The last decision. */
  decision: LinkDecision | null;
}
