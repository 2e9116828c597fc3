import type { NoteState } from "@knote/contract";

/** A note as an answer model sees it: data, never instructions. */
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
  /** Rank score of retrieval, comparable within one answer. */
  readonly score: number;
  /** Share of the question's words that count which title and text hold, 0…1. */
  readonly coverage: number;
  /** Indexes into the passages of the notes that contradict this one or that it contradicts. */
  readonly contradicts: readonly number[];
}

export interface AnswerRequest {
  readonly query: string;
  /** Best first; `[1]` is the first. May be empty. */
  readonly passages: readonly Passage[];
  /** Size cap of the answer, in tokens of about four characters. */
  readonly maxTokens: number;
  /** Aborted when the caller left. */
  readonly signal?: AbortSignal;
}

/** Text as it comes, citing passages by 1-based number `[n]`; then once `cited`, the numbers the answer rests on. */
export type AnswerPart = { readonly text: string } | { readonly cited: readonly number[] };

/** Answers a question from passages alone. */
export interface AnswerModel {
  /** The identifier that answers carry. */
  readonly id: string;
  /** Whether a provider is waited for: then a request holds no place meanwhile. */
  readonly isRemote?: boolean;
  status(): "ready" | "down";
  /**
   * Streams the answer. Ends with exactly one `cited` part (empty when the passages hold no answer).
   * Throws `DomainError` PROVIDER_FAILED or UNAVAILABLE; what was yielded before is void then.
   */
  answer(request: AnswerRequest): AsyncIterable<AnswerPart>;
}

/** The two models that recall routes between, and the one for strangers. */
export interface AnswerModels {
  readonly default: AnswerModel;
  readonly capable: AnswerModel;
  /** Answers the public demo; never one that is paid for by the word. */
  readonly demo: AnswerModel;
}
