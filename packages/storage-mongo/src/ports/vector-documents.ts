import type { VectorIndex } from "@knote/api";

/**
 * A model whose vectors are kept. The key (lower-case letters, digits and hyphens) names its collection. It is
 * new whenever the model comes to be kept, and never given twice, so that nothing of an earlier time is taken
 * for the present.
 */
export interface KeptModel {
  readonly name: string;
  readonly key: string;
  /** Its collection was made, or was about to be: where it is not there, it may have been lost. */
  readonly made: boolean;
}

export interface KeptModels {
  readonly serving: KeptModel | null;
  readonly next: KeptModel | null;
}

/** How a live note stands to its vectors. */
export interface NoteStanding {
  /** Vectors of an earlier revision do not count: the later of the text's and of the vectors' that were settled. */
  readonly leastRevision: number;
  readonly archived: boolean;
}

/** A revision's vectors on their way. */
export interface Putting {
  readonly key: string;
  readonly revision: number;
}

/**
 * What vectors in another database need of the documents: those decide which models are kept, what is due
 * and which vectors count, each by a write to one document. So a vector can be late, left over or lost, and
 * still no search answers from it and no note is forgotten.
 */
export interface VectorDocuments extends Pick<
  VectorIndex,
  "renew" | "due" | "postpone" | "postponed" | "dueSince" | "pending" | "recentPending" | "recentPostponed"
> {
  kept(): Promise<KeptModels>;
  /**
   * The part of `VectorIndex.serve` ("serving") and `prepare` ("next") that concerns documents: names the
   * models that are kept, durably, and makes every live note without vectors of them due.
   */
  keep(model: string, role: "serving" | "next", signal?: AbortSignal): Promise<void>;
  /** The collection of the key is about to be made. */
  making(key: string): Promise<void>;
  /**
   * What is known of the vectors of a live note: the revision last settled for the key, 0 when none was. Null
   * when a put has to be refused: no such live note, its text or vectors are of a later revision, the key is not kept.
   */
  admit(userId: string, noteId: string, putting: Putting): Promise<number | null>;
  /**
   * The vectors are stored: they count from here on, and the note is due for the key unless `complete`.
   * False, and nothing changed, where `admit` would refuse: one conditional write.
   */
  settle(userId: string, noteId: string, putting: Putting & { readonly complete: boolean }): Promise<boolean>;
  /** The live ones among the notes; duplicates once. At most 5,000 ids a call. */
  standing(userId: string, key: string, noteIds: readonly string[]): Promise<ReadonlyMap<string, NoteStanding>>;
  /**
   * Ids of notes of all users that were purged, or erased with their user, and are not yet `removed`: written
   * down before the document goes. A deleted note that can be restored keeps its vectors; they do not count.
   */
  removals(limit: number): Promise<string[]>;
  removed(noteIds: readonly string[]): Promise<void>;
}
