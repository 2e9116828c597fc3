import type { ActivityLog } from "./activity-log.ts";
import type { IdempotencyStore } from "./idempotency-store.ts";
import type { LinkStore } from "./link-store.ts";
import type { LookStore } from "./look-store.ts";
import type { NoteStore } from "./note-store.ts";
import type { OperationStore } from "./operation-store.ts";
import type { QuotaStore } from "./quota-store.ts";
import type { KeywordIndex, VectorIndex } from "./search-index.ts";
import type { SessionStore } from "./session-store.ts";
import type { StanceStore } from "./stance-store.ts";
import type { TokenStore } from "./token-store.ts";
import type { UserStore } from "./user-store.ts";
import type { WebhookStore } from "./webhook-store.ts";

/** A part that works worse than it should although the engine answers. */
export interface StorageTrouble {
  readonly part: "indexes" | "activity";
  /** Public: contains no user data. */
  readonly reason: string;
}

export interface NoteText {
  readonly title: string;
  readonly content: string;
}

/**
 * All stores of one set of engines. Promises only what every engine can guarantee: a document is readable
 * right after its write, keyword search sees a write at once, vectors follow. No transaction spans two
 * calls. When the engine is away, methods reject with `DomainError` UNAVAILABLE.
 */
export interface Storage {
  readonly notes: NoteStore;
  readonly links: LinkStore;
  readonly looks: LookStore;
  readonly stances: StanceStore;
  readonly operations: OperationStore;
  readonly keywords: KeywordIndex;
  readonly vectors: VectorIndex;
  readonly activity: ActivityLog;
  readonly quota: QuotaStore;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly tokens: TokenStore;
  readonly idempotency: IdempotencyStore;
  readonly webhooks: WebhookStore;
  /**
   * Returns since when the storage keeps links that were removed and the archive flags of revisions. What happened
   * before can only be told in part.
   */
  historySince(): Promise<string>;
  /** The texts of all users' live notes, to estimate a full embedding. Notes written meanwhile may be missing. */
  noteTexts(): AsyncIterable<NoteText>;
  /** Rejects when documents cannot be read and written. */
  checkDocuments(): Promise<void>;
  /** Rejects when search cannot answer. */
  checkSearch(): Promise<void>;
  /** Rejects when the activity log cannot be read or written; absent where `checkDocuments` covers it. */
  checkActivity?(): Promise<void>;
  /** Returns about how many events of all users wait for an activity log that is away; absent where none ever waits. */
  waitingEvents?(): Promise<number>;
  /** Returns the present troubles, without a request to the engine; absent where there cannot be any. */
  troubles?(): readonly StorageTrouble[];
  /** Returns how many writes and searches are queued or running at this moment. */
  waiting(): { readonly writes: number; readonly searches: number };
  /** Flushes and closes; afterwards every method rejects. Idempotent. */
  close(): Promise<void>;
}
