import type { Link, TierKey } from "@knote/contract";
import type { StoredResponse } from "./idempotency-store.ts";
import type { Look } from "./look-store.ts";
import type { PastLink } from "./link-store.ts";
import type { StoredNote, StoredRevision } from "./note-store.ts";
import type { StoredOperation } from "./operation-store.ts";
import type { Month, QuotaWarning, Usage } from "./quota-store.ts";
import type { EmbeddedWindow } from "./search-index.ts";
import type { Session } from "./session-store.ts";
import type { Storage } from "./storage.ts";
import type { StoredToken } from "./token-store.ts";

export interface UserRecord {
  readonly userId: string;
  /** Null before the user's first request. */
  readonly tier: TierKey | null;
}

/**
 * Tokens of the account that were issued before `notBefore` are refused. The account is the digest of its `sub`, as
 * cuts of erased accounts are stored too.
 */
export interface CutRecord {
  readonly account: string;
  readonly notBefore: number;
}

/** A note, live or deleted but not yet purged, with its import key. */
export interface NoteRecord {
  readonly note: StoredNote;
  readonly key: string | null;
  readonly deletedAt: string | null;
}

export interface SessionRecord {
  /** Digest of the secret in the browser's cookie. */
  readonly digest: string;
  readonly session: Session;
}

export interface TokenRecord {
  /** Digest of the token's text. */
  readonly digest: string;
  readonly token: StoredToken;
}

/** A month's settled usage, and what the user was warned of. Open reservations are left to their leases. */
export interface UsageRecord extends Usage {
  readonly month: Month;
  readonly warned: readonly QuotaWarning[];
}

/** An idempotency key, with the response once there is one. */
export interface ClaimRecord {
  readonly key: string;
  readonly bodyHash: string;
  readonly seed: string;
  readonly leaseUntil: number;
  readonly expiresAt: number;
  readonly response: StoredResponse | null;
}

/** The vectors of a live note's current text. */
export interface VectorRecord {
  readonly noteId: string;
  readonly revision: number;
  /** False for a note that is still due. */
  readonly complete: boolean;
  /** The head window comes first. */
  readonly windows: readonly EmbeddedWindow[];
}

/** Marks a target as incomplete, from the first write until everything is verified: it must not be served meanwhile. */
export interface TransferMark {
  /** Name of the data's origin. */
  readonly source: string;
  /** The last user who was copied completely. */
  readonly done: string | null;
}

/**
 * One side of a transfer: everything that an engine stores, page by page, beside the stores that write most of it.
 * Nobody else writes meanwhile. Activity, sign-in codes and open reservations are not transferred, as they expire soon.
 */
export interface DataTransfer {
  readonly storage: Storage;
  /** Returns approximate totals. */
  totals(): Promise<{ readonly users: number; readonly notes: number }>;
  /** All users after `after`, in an order of the engine's choice; users being erased are left out. */
  users(after: string | null): AsyncIterable<readonly UserRecord[]>;
  cuts(): AsyncIterable<readonly CutRecord[]>;
  notes(userId: string): AsyncIterable<readonly NoteRecord[]>;
  /** Returns the revisions before the note's current one, oldest first. */
  earlierRevisions(userId: string, note: Pick<StoredNote, "id" | "revision">): Promise<StoredRevision[]>;
  /** Returns those of the notes that exist, by id. */
  present(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, PresentNote>>;
  /** Links, visible or not, oldest first. */
  links(userId: string): AsyncIterable<readonly Link[]>;
  /** Links that were removed, visible or not. */
  pastLinks(userId: string): AsyncIterable<readonly PastLink[]>;
  looks(userId: string): AsyncIterable<readonly Look[]>;
  /** The journal of merges and splits, in any order. */
  operations(userId: string): AsyncIterable<readonly StoredOperation[]>;
  /** Returns the sessions that have not expired at `now`; `tokens` and `claims` do the same. */
  sessions(userId: string, now: number): Promise<SessionRecord[]>;
  tokens(userId: string, now: number): Promise<TokenRecord[]>;
  usage(userId: string): Promise<UsageRecord[]>;
  claims(userId: string, now: number): AsyncIterable<readonly ClaimRecord[]>;
  /** Returns the vectors of those notes that have any. */
  vectors(userId: string, model: string, noteIds: readonly string[]): Promise<VectorRecord[]>;
  /** Writes what no store can write. Idempotent, like the other methods whose names begin with `put`. */
  putUser(user: UserRecord): Promise<void>;
  putCut(cutRecord: CutRecord): Promise<void>;
  putUsage(userId: string, usage: UsageRecord): Promise<void>;
  /** Stores links that were removed; leaves those out whose ends do not exist. */
  putPastLinks(userId: string, links: readonly PastLink[]): Promise<void>;
  /** Stores operations as they are, under way or not; leaves those out whose `noteIds` do not exist. */
  putOperations(userId: string, operations: readonly StoredOperation[]): Promise<void>;
  /** Sets the time that `Storage.historySince` returns. */
  putHistorySince(since: string): Promise<void>;
  mark(): Promise<TransferMark | null>;
  /** Null removes the mark: the data can be served. */
  setMark(mark: TransferMark | null): Promise<void>;
  close(): Promise<void>;
}

/** How much of a note the target already has. */
export interface PresentNote {
  readonly revision: number;
  readonly isDeleted: boolean;
}
