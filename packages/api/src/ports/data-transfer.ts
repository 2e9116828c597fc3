import type { Link, NoteRevision, TierKey } from "@knote/contract";
import type { KeptResponse } from "./idempotency-store.ts";
import type { StoredNote } from "./note-store.ts";
import type { Month, Usage } from "./quota-store.ts";
import type { EmbeddedWindow } from "./search-index.ts";
import type { Session } from "./session-store.ts";
import type { Storage } from "./storage.ts";

export interface UserRecord {
  readonly userId: string;
  /** Null before the user's first request. */
  readonly tier: TierKey | null;
}

/** Tokens of an account that were issued before count no more. Of erased accounts too, hence by the digest of their `sub`. */
export interface CutRecord {
  readonly account: string;
  readonly notBefore: number;
}

/** A note, live or deleted and not yet purged, with the name that its sender gave it. */
export interface NoteRecord {
  readonly note: StoredNote;
  readonly key: string | null;
  readonly deletedAt: string | null;
}

export interface SessionRecord {
  /** Of the secret in the browser's cookie. */
  readonly digest: string;
  readonly session: Session;
}

/** What a month counts for good, and which counters its user was warned of. Open reservations are left to their leases. */
export interface UsageRecord extends Usage {
  readonly month: Month;
  readonly warned: readonly (keyof Usage)[];
}

/** An idempotency key, and the response once there was one. */
export interface ClaimRecord {
  readonly key: string;
  readonly bodyHash: string;
  readonly seed: string;
  readonly leaseUntil: number;
  readonly expiresAt: number;
  readonly response: KeptResponse | null;
}

/** The vectors of a live note's present text. */
export interface VectorRecord {
  readonly noteId: string;
  readonly revision: number;
  /** False of a note that is due all the same. */
  readonly complete: boolean;
  /** The head first. */
  readonly windows: readonly EmbeddedWindow[];
}

/** Stands in a target from the first write until all was checked: it is not to be served meanwhile. */
export interface TransferMark {
  /** Names where the data comes from. */
  readonly source: string;
  /** The last user who is complete. */
  readonly done: string | null;
}

/**
 * One side of a transfer: all that an engine keeps, page by page, beside the stores through which most of it is
 * written. Nobody else writes meanwhile. Activity, sign-in codes and open reservations are not part of it, as
 * they are past their time soon.
 */
export interface DataTransfer {
  readonly storage: Storage;
  /** About how much there is. */
  totals(): Promise<{ readonly users: number; readonly notes: number }>;
  /** All users behind `after`, in an order of the engine's own; none who are being erased. */
  users(after: string | null): AsyncIterable<readonly UserRecord[]>;
  cuts(): AsyncIterable<readonly CutRecord[]>;
  notes(userId: string): AsyncIterable<readonly NoteRecord[]>;
  /** The revisions before the note's present one, oldest first. */
  earlierRevisions(userId: string, note: Pick<StoredNote, "id" | "revision">): Promise<NoteRevision[]>;
  /** Those of the notes that are there, by id. */
  present(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, PresentNote>>;
  /** Links, visible or not, oldest first. */
  links(userId: string): AsyncIterable<readonly Link[]>;
  /** What has not expired at `now`; so of the keys. */
  sessions(userId: string, now: number): Promise<SessionRecord[]>;
  usage(userId: string): Promise<UsageRecord[]>;
  claims(userId: string, now: number): AsyncIterable<readonly ClaimRecord[]>;
  /** Of the notes that have any. */
  vectors(userId: string, model: string, noteIds: readonly string[]): Promise<VectorRecord[]>;
  /** Writes what no store can: again changes nothing, as the next two. */
  putUser(user: UserRecord): Promise<void>;
  putCut(cut: CutRecord): Promise<void>;
  putUsage(userId: string, usage: UsageRecord): Promise<void>;
  mark(): Promise<TransferMark | null>;
  /** Null takes the mark away: the data may be served. */
  setMark(mark: TransferMark | null): Promise<void>;
  close(): Promise<void>;
}

/** How far a note has come in the target. */
export interface PresentNote {
  readonly revision: number;
  readonly isDeleted: boolean;
}
