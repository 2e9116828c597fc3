import type { ActivityLog } from "./activity-log.ts";
import type { IdempotencyStore } from "./idempotency-store.ts";
import type { LinkStore } from "./link-store.ts";
import type { NoteStore } from "./note-store.ts";
import type { QuotaStore } from "./quota-store.ts";
import type { KeywordIndex, VectorIndex } from "./search-index.ts";
import type { SessionStore } from "./session-store.ts";
import type { UserStore } from "./user-store.ts";

/** Something that works worse than it should, though the engine answers. */
export interface StorageTrouble {
  readonly part: "indexes" | "activity";
  /** Names no user and nothing of theirs: anybody may read it. */
  readonly reason: string;
}

export interface NoteText {
  readonly title: string;
  readonly content: string;
}

/**
 * All that one set of engines keeps. Promises only what every engine can hold: a document is readable
 * right after its write, keyword search sees a write at once, vectors follow. No transaction spans two
 * calls. When the engine is out of reach, methods reject with `DomainError` UNAVAILABLE.
 */
export interface Storage {
  readonly notes: NoteStore;
  readonly links: LinkStore;
  readonly keywords: KeywordIndex;
  readonly vectors: VectorIndex;
  readonly activity: ActivityLog;
  readonly quota: QuotaStore;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly idempotency: IdempotencyStore;
  /** The texts of all users' live notes: what embedding everything would take. Notes written meanwhile may be missing. */
  noteTexts(): AsyncIterable<NoteText>;
  /** Rejects when documents cannot be read and written. */
  checkDocuments(): Promise<void>;
  /** Rejects when search cannot answer. */
  checkSearch(): Promise<void>;
  /** Rejects when the activity log cannot be read or written; absent where that is with the documents. */
  checkActivity?(): Promise<void>;
  /** About how many events wait for an activity log that cannot take them, of all users; absent where none ever waits. */
  waitingEvents?(): Promise<number>;
  /** What works worse than it should at this moment; asks nobody. Absent where that cannot be. */
  troubles?(): readonly StorageTrouble[];
  /** How much waits for its turn in the engines at this moment, or is being done. */
  waiting(): { readonly writes: number; readonly searches: number };
  /** Flushes and closes; afterwards every method rejects. Idempotent. */
  close(): Promise<void>;
}
