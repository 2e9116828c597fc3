import type { ProposalPrecisions } from "@knote/contract";
import type { Actor } from "./actor.ts";
import type { AnswerModels } from "./ports/answer-model.ts";
import type { LinkJudge } from "./ports/link-judge.ts";
import type { Clock } from "./ports/clock.ts";
import type { DerivedStates } from "./ports/link-store.ts";
import type { ChangedNote } from "./ports/note-store.ts";
import type { Storage } from "./ports/storage.ts";
import type { SecretBox } from "./ports/secret-box.ts";
import type { TextEmbedder } from "./ports/text-embedder.ts";
import type { WebhookTransport } from "./ports/webhook-transport.ts";
import type { PastVersions } from "./past/past-version.ts";
import type { TermMemory } from "./past/term-memory.ts";
import type { ReviewCache } from "./reviews/review-cache.ts";
import type { WorkClass } from "./work-class.ts";

/** Collaborators of the verbs, created once by the server (or a test). */
export interface Services {
  readonly storage: Storage;
  /**
   * The embedder whose vectors answer. It can be replaced between two requests; within one request the embedder
   * and its `model` belong together.
   */
  readonly embedder: TextEmbedder;
  /** The embedder of the settings: the same as `embedder`, except while its vectors are still being computed. */
  readonly configuredEmbedder: TextEmbedder;
  readonly models: AnswerModels;
  /** Proposes relations for suggested links; null without a model that can do it. */
  readonly judge: LinkJudge | null;
  readonly clock: Clock;
  /** Fresh UUIDv7 that sorts after all earlier ones of this process. */
  readonly newId: () => string;
  readonly version: string;
  /** `clock.now()` when the service started. */
  readonly startedAt: number;
  readonly linkThresholds: LinkThresholds;
  readonly reviews: ReviewCache;
  readonly past: PastCache;
  readonly trends: Trends;
  readonly precisions: Precisions;
  /** Wakes the indexer; returns at once. */
  readonly wakeIndexer: () => void;
  /** Makes the indexer skip the user's notes for a bounded time, so that more urgent work of that user runs faster. */
  readonly holdIndexer: (userId: string, milliseconds: number) => void;
  /** Milliseconds that a create waits for suggestions. */
  readonly suggestionDeadlineMs: number;
  readonly outlet: Outlet;
}

/** What webhooks need of this process. */
export interface Outlet {
  readonly transport: WebhookTransport;
  /** Null when there is no key to seal secrets with: then there are no webhooks. */
  readonly secretBox: SecretBox | null;
  /** Whether this process makes attempts. */
  readonly isSending: boolean;
  /** Makes the sender read what the user changed of webhooks before it begins another attempt for them. */
  readonly refresh: (userId: string) => void;
}

/** Services that computing a user's link threshold needs. */
export type ThresholdServices = Pick<Services, "storage" | "embedder" | "clock">;

/** How close two notes must be to be worth linking, derived from the user's own notes. */
export interface LinkThreshold {
  /** Mean of the user's head vectors, on which cosines are centred; null while there are too few vectors. */
  readonly mean: Float32Array | null;
  /** The least centred cosine. */
  readonly threshold: number;
}

export interface LinkThresholds {
  of(services: ThresholdServices, userId: string): Promise<LinkThreshold>;
  /** Drops the cached threshold of the user. */
  forget(userId: string): void;
}

/** What is derived for a time of the past. */
export interface PastStates {
  readonly states: DerivedStates;
  /** The notes of that time that have changed since, in the order of their last changes. */
  readonly changedNotes: readonly ChangedNote[];
}

/** Remembers what was derived for times of the past until a write changes it. */
export interface PastCache {
  of(ctx: Pick<ServiceContext, "storage" | "actor">, at: string): Promise<PastStates>;
  /** Returns the notes of the time that have changed since, as they were. */
  versions(ctx: Pick<ServiceContext, "storage" | "actor">, at: string): Promise<PastVersions>;
  /** The terms of earlier texts. */
  readonly terms: TermMemory;
  /** Drops what is remembered of the user. */
  forget(userId: string): void;
}

/** How a graph was, as if nobody had ever looked. */
export interface Trend {
  /** Twelve moments, a week apart and oldest first; the last one is the beginning of the day. */
  readonly points: readonly { readonly at: string; readonly load_bearing: number; readonly open: number }[];
  /** When lately began. */
  readonly since: string;
  /** The notes that were open then; of more than are remembered, those that come first. */
  readonly openSince: ReadonlySet<string>;
}

/** Remembers how right proposals were until a write changes it: measuring reads all that were made and decided. */
export interface Precisions {
  of(ctx: Pick<ServiceContext, "storage" | "actor">): Promise<ProposalPrecisions>;
  forget(userId: string): void;
}

/** Remembers each user's trend for the rest of the day: working it out derives the graph thirteen times. */
export interface Trends {
  of(ctx: Pick<ServiceContext, "storage" | "actor" | "reviews" | "clock">): Promise<Trend>;
  forget(userId: string): void;
}

/** A request's slot among those that the service works on at a time. */
export interface Place {
  /** Frees the place while the request only waits for a provider or a reader. */
  stepOut(): void;
  /** Takes a place again, in order of arrival. */
  stepIn(): Promise<void>;
}

/** The context that a transport creates for each request. */
export interface RequestContext extends Services {
  /** Null when the request carries no valid token. */
  readonly actor: Actor | null;
  /** Set under an idempotency key: the id that a create must use. On a rerun the note may already exist. */
  readonly idempotency?: { readonly id: string; readonly rerun: boolean } | undefined;
  /** Aborted when the caller left. */
  readonly signal?: AbortSignal | undefined;
  /** Set when the transport limits concurrent work. */
  readonly place?: Place | undefined;
  /** Runs batched calls of one request one after another; `run` gets the place of its call. */
  readonly inTurn?: (<Result>(work: WorkClass, run: (place?: Place) => Promise<Result>) => Promise<Result>) | undefined;
  /** The `If-Match` header of the request, as sent. */
  readonly ifMatch?: string | undefined;
  /** Sets a response header, such as `X-Model-Fallback`. */
  readonly setHeader?: ((name: string, value: string) => void) | undefined;
}

/** The context of a verb: the services and the authenticated caller. */
export interface ServiceContext extends RequestContext {
  readonly actor: Actor;
}
