import type { OPERATION_KINDS } from "@knote/contract";

/** `refusing`: what was begun is taken back, and then forgotten. */
export const OPERATION_STATES = ["running", "done", "undoing", "undone", "refusing"] as const;
export type OperationState = (typeof OPERATION_STATES)[number];

/** How far an operation is, and who carries it out. */
export interface OperationProgress {
  readonly state: OperationState;
  /**
   * While it is under way: until when its process has it for itself, in milliseconds since 1970. 0 at rest. Every
   * process that takes it over sets another time, so that the time also tells processes apart.
   */
  readonly leaseUntil: number;
}

/** A merge or a split as lists show it. */
export interface OperationOutline extends OperationProgress {
  /** Unique per owner. */
  readonly id: string;
  readonly kind: (typeof OPERATION_KINDS)[number];
  /** ISO 8601, UTC. Also the `created_at` of the links that it makes. */
  readonly at: string;
  /** The note that takes others in, with these, or the note that is split. */
  readonly noteIds: readonly string[];
  /** The notes that it creates. */
  readonly partIds: readonly string[];
  /** How many links it moves. */
  readonly moved: number;
}

/** The entry of a merge or split in the journal: enough to complete it, and to undo it. */
export interface StoredOperation extends OperationOutline {
  /** All steps. JSON. */
  readonly plan: string;
}

/** `busy`: another operation under way has one of its notes. */
export type BeginOutcome = "begun" | "busy" | "exists";
/** `stale`: the operation is not, or no longer, as far as the caller believed. */
export type AdvanceOutcome = "advanced" | "busy" | "stale";

/**
 * The journal of operations by owner. An operation is under way while its lease is not 0; of those that share a note,
 * only one is under way. It goes with a purge of one of its notes, made by it or not. Durability is as in `NoteStore`.
 */
export interface OperationStore {
  /**
   * Stores an operation under way; `exists` when the owner has one of this id. NOT_FOUND unless the owner has all of
   * its `noteIds`, live or deleted.
   */
  begin(userId: string, operation: StoredOperation): Promise<BeginOutcome>;
  /** Moves an operation on, if it is still exactly as far as `from`. */
  advance(userId: string, id: string, from: OperationProgress, to: OperationProgress): Promise<AdvanceOutcome>;
  get(userId: string, id: string): Promise<StoredOperation | null>;
  /** Returns up to `limit` operations after `after`, newest first by `at`, then by id. */
  list(
    userId: string,
    page: { readonly limit: number; readonly after?: Pick<OperationOutline, "at" | "id"> },
  ): Promise<OperationOutline[]>;
  /** Forgets an operation; what it did stays. Returns false when there is none. */
  remove(userId: string, id: string): Promise<boolean>;
  /** Returns up to `limit` operations of all users that are under way and whose lease has ended at `now`. */
  findStalled(now: number, limit: number): Promise<{ readonly userId: string; readonly id: string }[]>;
  /** Forgets at most `limit` operations of all users from before the time that are not under way. Returns how many. */
  removeBefore(at: string, limit: number): Promise<number>;
}

/** Compares two operations in the order of lists. */
export function newestOperationFirst(
  one: Pick<OperationOutline, "at" | "id">,
  other: Pick<OperationOutline, "at" | "id">,
): number {
  const [place, otherPlace] = [`${one.at} ${one.id}`, `${other.at} ${other.id}`];
  return place === otherPlace ? 0 : place < otherPlace ? 1 : -1;
}
