import type { KeywordQuery } from "../text/keyword-query.ts";
import type { NoteWindow } from "../text/windows.ts";
import type { NoteSelection } from "./note-store.ts";

export interface KeywordHit {
  readonly id: string;
  /** BM25 of `search/bm25.ts` over the owner's live notes; above 0. */
  readonly score: number;
}

/**
 * Keyword search over the terms that notes were written with. A write is found at once, a deleted note
 * never. Engines match terms as they are and score with `bm25` from the owner's own counts, so that
 * all rank alike; ties by id, newest first.
 */
export interface KeywordIndex {
  /** Matches of the selection, best first, at most `limit` (all when absent). */
  search(userId: string, query: KeywordQuery, selection: NoteSelection, limit?: number): Promise<KeywordHit[]>;
  /** Scores of `ids` as `search` would give them with `match: "any"`; an id without a match is left out. */
  scores(userId: string, query: KeywordQuery, ids: readonly string[]): Promise<KeywordHit[]>;
}

export interface EmbeddedWindow extends NoteWindow {
  /** L2-normalised. */
  readonly vector: Float32Array;
}

export interface VectorHit {
  readonly id: string;
  /** Cosine with the best window of the note, -1…1. */
  readonly similarity: number;
  /** Cosine with its head. */
  readonly headSimilarity: number;
  readonly window: NoteWindow;
}

export interface NearestOptions {
  readonly limit: number;
  /** Compare with the head of each note alone (its first window): for links between notes. */
  readonly headsOnly?: boolean;
}

/** Whose vectors there are. */
export interface VectorModels {
  /** The model whose vectors answer; null before the first `serve`. */
  readonly serving: string | null;
  /** The model whose vectors are being made to take its place. */
  readonly next: string | null;
}

export interface DueNote {
  readonly userId: string;
  readonly noteId: string;
  /** When it came to be due, in ms since the epoch by the engine's clock. */
  readonly since: number;
  /** Where the list goes on; means something to the engine alone. */
  readonly position: string;
  /** Where the list goes on behind all notes of this user. */
  readonly userPosition: string;
}

/**
 * Vectors by owner and model, following the notes: they belong to the text (title and content) of a
 * revision. A note is due while vectors of its present text are missing; a revision that leaves the text
 * as it was keeps them. Nothing of a deleted note, and nothing of an earlier text, is ever a hit.
 *
 * At most two models are kept: the one that is served and the next. Another one has no hits and nothing
 * due, and is put nothing: whoever still holds it cannot bring it back.
 */
export interface VectorIndex {
  models(): Promise<VectorModels>;
  /**
   * Makes the model the one whose vectors answer, at once and durably, and forgets all others, in steps
   * that hold up nobody; resolves when nothing of them is left. Live notes without its vectors are due.
   * Called again, it finishes what was cut short: by a failure, the end of the process or the signal.
   */
  serve(model: string, signal?: AbortSignal): Promise<void>;
  /**
   * Makes the model the next, beside the one that is served, and forgets all others likewise. Resolves when
   * every live note without its vectors is due. Changes nothing for the model that is served.
   */
  prepare(model: string, signal?: AbortSignal): Promise<void>;
  /** Every live note is due for the model again; its vectors answer until they are replaced. */
  renew(model: string): Promise<void>;
  /**
   * Stores the windows of a note, the head first, in place of earlier ones, unless the text has moved
   * past `revision`, the note is gone, it already has a later revision's vectors, or the model is not
   * kept: then false and nothing changed. `complete: false` leaves the note due (its head is there, the
   * rest follows).
   */
  put(
    userId: string,
    noteId: string,
    embedded: {
      readonly model: string;
      readonly revision: number;
      readonly windows: readonly EmbeddedWindow[];
      readonly complete: boolean;
    },
  ): Promise<boolean>;
  /** Nearest live, unarchived notes, most similar first, one hit a note. Exact, or as near as the engine states. */
  nearest(userId: string, model: string, vector: Float32Array, options: NearestOptions): Promise<VectorHit[]>;
  /** The same for `ids` alone; archived notes and notes without vectors are left out. */
  similarities(
    userId: string,
    model: string,
    vector: Float32Array,
    ids: readonly string[],
    options?: { readonly headsOnly?: boolean },
  ): Promise<VectorHit[]>;
  /** Up to `limit` head vectors of live notes, spread over the owner's notes: the same choice for the same notes. */
  sampleHeads(userId: string, model: string, limit: number): Promise<Float32Array[]>;
  /**
   * The live notes of all users that are due for `model`, beginning behind the position `after`: users in a fixed
   * order of the engine's own, so that they can be given turns, and each user's notes in the order in which they
   * came to be due, whatever the notes' own dates. Empty only when nothing is left; accounts that are being erased
   * are passed over. Where several processes share an engine, one of them at a time is told; `pending` counts for all.
   */
  due(model: string, limit: number, after?: string): Promise<DueNote[]>;
  /**
   * Leaves a note whose present text cannot be embedded now out of `due`, `dueSince` and `pending` for so long; the
   * next `due` from the beginning after that brings it back, with its earlier `since`. Another text, vectors of it and `renew` bring it
   * back at once. Nothing changes for a note that is not due, or whose text has moved past `revision`.
   */
  postpone(
    userId: string,
    noteId: string,
    postponed: { readonly model: string; readonly revision: number; readonly forMs: number },
  ): Promise<void>;
  /** How many notes are postponed for `model`. */
  postponed(model: string): Promise<number>;
  /** When the note came to be due that has been so longest, in ms since the epoch by the engine's clock; null when none is. */
  dueSince(model: string): Promise<number | null>;
  /** How many notes are due for `model`: of all users, or of one. */
  pending(model: string, userId?: string): Promise<number>;
  /** `pending` of all users as it was some seconds ago, for callers that ask often; absent where counting costs nothing. */
  recentPending?(model: string): Promise<number>;
  /** `postponed` as it was some seconds ago; absent where counting costs nothing. */
  recentPostponed?(model: string): Promise<number>;
}
