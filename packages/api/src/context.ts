import type { Actor } from "./actor.ts";
import type { AnswerModels } from "./ports/answer-model.ts";
import type { LinkJudge } from "./ports/link-judge.ts";
import type { Clock } from "./ports/clock.ts";
import type { Storage } from "./ports/storage.ts";
import type { TextEmbedder } from "./ports/text-embedder.ts";
import type { WorkClass } from "./work-class.ts";

/** The product's parts, made once by the server (or a test). */
export interface Services {
  readonly storage: Storage;
  /**
   * The embedder whose vectors answer. Between two requests another may take its place: within one, it and
   * its `model` belong together.
   */
  readonly embedder: TextEmbedder;
  /** The embedder of the settings: the same, except while its vectors are still being made. */
  readonly configuredEmbedder: TextEmbedder;
  readonly models: AnswerModels;
  /** Proposes relations for suggested links; null without a model that can. */
  readonly judge: LinkJudge | null;
  readonly clock: Clock;
  /** Fresh UUIDv7 that sorts after all earlier ones of this process. */
  readonly newId: () => string;
  readonly version: string;
  /** `clock.now()` when the service started. */
  readonly startedAt: number;
  readonly linkThresholds: LinkThresholds;
  /** Wakes the indexer; returns at once. */
  readonly wakeIndexer: () => void;
  /** Lets the indexer pass over the user's notes for so long, within bounds: for work of theirs that needs the machine more. */
  readonly holdIndexer: (userId: string, milliseconds: number) => void;
  /** Milliseconds that a create waits for suggestions. */
  readonly suggestionDeadlineMs: number;
}

/** What the threshold of a user is found with. */
export type ThresholdServices = Pick<Services, "storage" | "embedder" | "clock">;

/** How near two notes of a user must be to be worth linking, told by that user's own notes. */
export interface LinkThreshold {
  /** Mean of the user's head vectors, which cosines are centred on; null while there are too few to tell. */
  readonly mean: Float32Array | null;
  /** The least centred cosine. */
  readonly threshold: number;
}

export interface LinkThresholds {
  of(services: ThresholdServices, userId: string): Promise<LinkThreshold>;
  /** Forgets what it found of the user. */
  forget(userId: string): void;
}

/** What a request holds of the service while it is worked on. */
export interface Place {
  /** Gives the place to others, while no more than a provider or a reader is waited for. */
  stepOut(): void;
  /** Takes a place again, in turn. */
  stepIn(): Promise<void>;
}

/** What a transport makes for each request. */
export interface RequestContext extends Services {
  /** Null when the request carries no valid token. */
  readonly actor: Actor | null;
  /** Set under an idempotency key: the id that a create must use; on a rerun the work may stand already. */
  readonly idempotency?: { readonly id: string; readonly rerun: boolean } | undefined;
  /** Aborted when the caller left. */
  readonly signal?: AbortSignal | undefined;
  /** Where the transport bounds what is done at a time. */
  readonly place?: Place | undefined;
  /** Runs calls of one request one after another, where the transport takes several in one: `run` gets the call's place. */
  readonly inTurn?: (<Result>(work: WorkClass, run: (place?: Place) => Promise<Result>) => Promise<Result>) | undefined;
  /** Tells the caller something beside the body, such as `X-Model-Fallback`. */
  readonly setHeader?: ((name: string, value: string) => void) | undefined;
}

/** What a verb gets: the parts, and who calls. */
export interface ServiceContext extends RequestContext {
  readonly actor: Actor;
}
