import type { KeywordQuery, TermClause } from "../text/keyword-query.ts";
import type { QueryStatistics } from "../text/score-terms.ts";
import type { NoteWindow } from "../text/windows.ts";
import type { NoteSelection } from "./note-store.ts";

export interface KeywordHit {
  readonly id: string;
  /** BM25 of `text/bm25.ts` over the owner's live notes; above 0. */
  readonly score: number;
}

/**
 * Keyword search over the terms that notes were written with. A write is found at once, a deleted note
 * never. Engines match terms exactly and score with `bm25` from the owner's own counts, so that
 * all engines rank alike; ties by id, newest first.
 */
export interface KeywordIndex {
  /** Returns matches within the selection, best first, at most `limit` (all when absent). */
  search(userId: string, query: KeywordQuery, selection: NoteSelection, limit?: number): Promise<KeywordHit[]>;
  /** Returns scores of `ids` as `search` computes them with `match: "any"`; an id without a match is left out. */
  scores(userId: string, query: KeywordQuery, ids: readonly string[]): Promise<KeywordHit[]>;
  /**
   * Returns the clause's terms that live notes have, each with the number of its notes as far as the engine counts: at
   * most `limit` terms of each prefix. Of terms that are in thousands of notes together, rare ones may be missing.
   * With `unchangedSince` only notes count that have not changed since that time.
   */
  terms(
    userId: string,
    clause: TermClause,
    limit: number,
    options?: { readonly unchangedSince?: string },
  ): Promise<Map<string, number>>;
  /** Returns the counts from which the words of the query get their weights. */
  statistics(userId: string, query: KeywordQuery): Promise<QueryStatistics>;
}

export interface EmbeddedWindow extends NoteWindow {
  /** L2-normalised. */
  readonly vector: Float32Array;
}

export interface VectorHit {
  readonly id: string;
  /** Cosine with the best window of the note, -1…1. */
  readonly similarity: number;
  /** Cosine with the note as a whole: `kit/whole-similarity.ts` of its windows, or of the head where only heads count. */
  readonly wholeSimilarity: number;
  /** Where the similarity is that of another text than the present one, there is none. */
  readonly window?: NoteWindow;
}

export interface NearestOptions {
  readonly limit: number;
  /** Compares only with the head of each note (its first window): for links between notes. */
  readonly headsOnly?: boolean;
  /** Leaves out notes that were created after the time. */
  readonly createdUpTo?: string;
}

export interface SimilarityOptions {
  /** As in `NearestOptions`. */
  readonly headsOnly?: boolean;
  /** Archived notes are hits like others. */
  readonly withArchived?: boolean;
}

/** The models that have vectors. */
export interface VectorModels {
  /** The model whose vectors answer; null before the first `serve`. */
  readonly serving: string | null;
  /** The model whose vectors are being computed to replace it. */
  readonly next: string | null;
}

export interface DueNote {
  readonly userId: string;
  readonly noteId: string;
  /** When the note became due, in ms since the epoch by the engine's clock. */
  readonly since: number;
  /** Cursor after this note; opaque to callers. */
  readonly position: string;
  /** Cursor after all notes of this user. */
  readonly userPosition: string;
}

/**
 * Vectors by owner and model. They belong to the text (title and content) of a revision. A note is due while
 * vectors of its current text are missing; a revision with the same text keeps its vectors. Deleted notes and
 * earlier texts are never hits.
 *
 * At most two models are stored: the served one and the next. Any other model has no hits and no due notes, and
 * `put` ignores it: a process that still uses it cannot bring it back.
 */
export interface VectorIndex {
  models(): Promise<VectorModels>;
  /**
   * Makes the model the served one, at once and durably, and removes all others in steps that block nobody;
   * resolves when they are gone. Live notes without its vectors are due. A further call finishes what a failure,
   * the end of the process or the signal interrupted.
   */
  serve(model: string, signal?: AbortSignal): Promise<void>;
  /**
   * Makes the model the next one, beside the served one, and removes all others in the same way. Resolves when
   * every live note without its vectors is due. Does nothing for the served model.
   */
  prepare(model: string, signal?: AbortSignal): Promise<void>;
  /** Makes every live note due for the model again; existing vectors answer until they are replaced. */
  renew(model: string): Promise<void>;
  /**
   * Replaces the windows of a note, the head first. Returns false and changes nothing when the text has changed since
   * `revision`, the note is gone, it has vectors of a later revision, or the model is not stored. `complete: false`
   * leaves the note due (its head is stored, the rest follows).
   */
  put(
    userId: string,
    noteId: string,
    embedding: {
      readonly model: string;
      readonly revision: number;
      readonly windows: readonly EmbeddedWindow[];
      readonly complete: boolean;
    },
  ): Promise<boolean>;
  /** Returns the nearest live, unarchived notes, best first, one hit a note. Exact, or as close as the engine says. */
  nearest(userId: string, model: string, vector: Float32Array, options: NearestOptions): Promise<VectorHit[]>;
  /** Does the same for `ids` only; notes without vectors are left out, and archived ones unless `withArchived`. */
  similarities(
    userId: string,
    model: string,
    vector: Float32Array,
    ids: readonly string[],
    options?: SimilarityOptions,
  ): Promise<VectorHit[]>;
  /** Returns the head vectors of the present texts of those live notes among `ids` that have one, by id. */
  heads(userId: string, model: string, ids: readonly string[]): Promise<Map<string, Float32Array>>;
  /** Returns up to `limit` head vectors, spread over the owner's live notes; the same notes give the same sample. */
  sampleHeads(userId: string, model: string, limit: number): Promise<Float32Array[]>;
  /**
   * Returns live notes of all users that are due for `model`, after the position `after`: users in a fixed order of
   * the engine's choice, so that they can take turns, and each user's notes in the order in which they became due.
   * Empty only when none is left. Skips accounts that are being erased. Where several processes share an engine, only
   * one of them at a time gets notes; `pending` counts for all.
   */
  due(model: string, limit: number, after?: string): Promise<DueNote[]>;
  /**
   * Leaves a note whose current text cannot be embedded out of `due`, `dueSince` and `pending` for `forMs`; after that
   * the next `due` from the beginning returns it, with its earlier `since`. A new text, vectors of the note and `renew`
   * end the delay at once. Changes nothing for a note that is not due, or whose text has changed since `revision`.
   */
  postpone(
    userId: string,
    noteId: string,
    postponement: { readonly model: string; readonly revision: number; readonly forMs: number },
  ): Promise<void>;
  /** Returns how many notes are postponed for `model`. */
  countPostponed(model: string): Promise<number>;
  /** Returns since when the longest-waiting note is due (ms since the epoch, engine's clock); null when none is due. */
  dueSince(model: string): Promise<number | null>;
  /** Returns how many notes are due for `model`, of all users or of one. */
  pending(model: string, userId?: string): Promise<number>;
  /** Returns `pending` of all users, some seconds old, for frequent callers; absent where counting is cheap. */
  recentPending?(model: string): Promise<number>;
  /** Returns `countPostponed`, some seconds old; absent where counting is cheap. */
  recentPostponed?(model: string): Promise<number>;
}
