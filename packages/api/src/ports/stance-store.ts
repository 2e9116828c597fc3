import type { Outcome } from "@knote/contract";

/** Most entries in one write, and in one page of a list. */
export const STANCES_AT_ONCE = 500;

/** What an entry changed: how sure its owner is, what came, or that what came was withdrawn. */
export const STANCE_KINDS = ["stance", "outcome", "withdrawn"] as const;
export type StanceKind = (typeof STANCE_KINDS)[number];

/** One entry in the log of a decision or belief: all that holds from `at` on, not only what it changed. */
export interface StanceEntry {
  readonly noteId: string;
  /** The place in the note's log; counts from 1. */
  readonly number: number;
  /** ISO 8601, UTC; never before that of the entry before. */
  readonly at: string;
  readonly kind: StanceKind;
  /** 0 to 1. */
  readonly confidence: number | null;
  readonly expects: string | null;
  /** A date, as `2026-03-01`. */
  readonly review_on: string | null;
  /** What came; null while that is open. */
  readonly outcome: Outcome | null;
  /** What its owner wrote about the outcome. */
  readonly text: string | null;
}

/** A page of entries; `next` is the `after` of the page that follows, null at the end. */
export interface StancePage {
  readonly entries: StanceEntry[];
  readonly next: string | null;
}

/**
 * Logs of decisions and beliefs by owner. Entries are only ever added: nothing changes one, and they go with a purge of
 * their note and with the account alone. Durability is as in `NoteStore`.
 */
export interface StanceStore {
  /**
   * Adds entries. Leaves those out whose place in the log is taken, and those whose note the owner does not have, live
   * or deleted. Returns how many were added: of two writers of one place, one. At most `STANCES_AT_ONCE` a call.
   */
  add(userId: string, entries: readonly StanceEntry[]): Promise<number>;
  /** Returns the whole log of a note, live or deleted, oldest first. */
  ofNote(userId: string, noteId: string): Promise<StanceEntry[]>;
  /** Returns the last entry of each of these notes that has any, in any order. At most 1,000 notes a call. */
  latest(userId: string, noteIds: readonly string[]): Promise<StanceEntry[]>;
  /**
   * Returns up to `limit` entries of all notes, live or deleted, after the cursor `after` (an earlier page's `next`).
   * The entries of one note come one after another, oldest first; the order of notes is the engine's.
   */
  list(userId: string, page: { readonly limit: number; readonly after?: string }): Promise<StancePage>;
}
