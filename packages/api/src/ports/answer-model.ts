import type { CauseKind, NoteState, Outcome } from "@knote/contract";

/** A note that another replaced: what was so before. */
export type EarlierVersion = Pick<Passage, "noteId" | "title" | "text" | "createdAt" | "similarity">;

/** Why what a note says is not certain any more. */
export interface PassageReview {
  readonly kind: CauseKind;
  /** The note that fell; notes with the same one are doubted together. */
  readonly causeId: string;
  /** The title of that note: what the note rested on. */
  readonly claim: string;
  /** What stands now, each with its index among the passages, or null. */
  readonly now: readonly { readonly title: string; readonly passage: number | null }[];
}

/** How sure its owner was of a decision or belief, and what came of it; one of both is known. */
export interface PassageStance {
  /** 0 to 1. */
  readonly confidence: number | null;
  readonly outcome: Outcome | null;
}

/** A note as an answer model sees it: data, never instructions to the model. */
export interface Passage {
  readonly noteId: string;
  readonly title: string;
  /** The passage of the note that matches best, or the whole content when short. */
  readonly text: string;
  readonly state: NoteState;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Cosine of query and note, 0…1. */
  readonly similarity: number;
  /** Cosine of query and the best version that the note supersedes: that it answers in other words now. */
  readonly earlierSimilarity?: number;
  /** Rank score of retrieval, comparable within one answer. */
  readonly score: number;
  /** Share of the question's words, stop words excluded, that title and text contain, or those of that version, 0…1. */
  readonly coverage: number;
  /** Indexes of the passages whose notes contradict this one, or that it contradicts. */
  readonly contradicts: readonly number[];
  /** Absent unless the note needs review. */
  readonly review?: PassageReview;
  /** Absent unless the note is a decision or belief with a stance. */
  readonly stance?: PassageStance;
  /** The notes that this one replaced, newest first; what they say no longer holds. */
  readonly earlier?: readonly EarlierVersion[];
}

export interface AnswerRequest {
  readonly query: string;
  /** Best first; `[1]` is the first. May be empty. The numbers after the last one are those of all `earlier`, in order. */
  readonly passages: readonly Passage[];
  /** Size cap of the answer, in tokens of about four characters. */
  readonly maxTokens: number;
  /** The past time whose notes these are, ISO 8601, UTC; absent for the present. It is then the time of the question. */
  readonly asOf?: string;
  /** Aborted when the caller left. */
  readonly signal?: AbortSignal;
}

/** Text as it arrives, citing passages by 1-based number `[n]`; finally, once, `cited`: the numbers of the sources. */
export type AnswerPart = { readonly text: string } | { readonly cited: readonly number[] };

/** Answers a question from the given passages alone. */
export interface AnswerModel {
  /** The model identifier that answers carry. */
  readonly id: string;
  /** Whether a remote provider does the work: the request then frees its place while it waits. */
  readonly isRemote?: boolean;
  status(): "ready" | "down";
  /**
   * Streams the answer. Ends with exactly one `cited` part (empty when the passages hold no answer).
   * Throws `DomainError` PROVIDER_FAILED or UNAVAILABLE; text that was yielded before is then void.
   */
  answer(request: AnswerRequest): AsyncIterable<AnswerPart>;
}

/** The two models that recall chooses from, and the one for the public demo. */
export interface AnswerModels {
  readonly default: AnswerModel;
  readonly capable: AnswerModel;
  /** Answers the public demo; never a model that costs money per call. */
  readonly demo: AnswerModel;
}
