import type { VectorIndex } from "@knote/api";

/**
 * A model whose vectors are kept. The key (lower-case letters, digits and hyphens) names its collection. It is
 * new each time the model starts to be kept and is never reused, so that old vectors are never taken for current ones.
 */
export interface KeptModel {
  readonly name: string;
  readonly key: string;
  /** Its collection was created, or was about to be: if the collection is missing, it may have been lost. */
  readonly wasCreated: boolean;
}

export interface KeptModels {
  readonly serving: KeptModel | null;
  readonly next: KeptModel | null;
}

/** Which vectors of a live note count. */
export interface NoteStanding {
  /** The later of the text's revision and the last settled vectors' revision; earlier vectors do not count. */
  readonly leastRevision: number;
  readonly archived: boolean;
  readonly createdAt: string;
}

/** Vectors of one revision that are about to be stored. */
export interface VectorPut {
  readonly key: string;
  readonly revision: number;
}

/**
 * What vectors in another database need from the documents. The documents decide which models are kept, which
 * notes are due and which vectors count, each with one write to one document. So a vector that is late, left over
 * or lost never answers a search and never makes a note be forgotten.
 */
export interface VectorDocuments extends Pick<
  VectorIndex,
  "renew" | "due" | "postpone" | "countPostponed" | "dueSince" | "pending" | "recentPending" | "recentPostponed"
> {
  keptModels(): Promise<KeptModels>;
  /**
   * Does the documents' part of `VectorIndex.serve` ("serving") and `prepare` ("next"): durably records which models
   * are kept, and makes every live note due that has no vectors of them.
   */
  keep(model: string, role: "serving" | "next", signal?: AbortSignal): Promise<void>;
  /** Records that the collection of the key is about to be created. */
  markCreating(key: string): Promise<void>;
  /**
   * Returns the revision last settled for the key, 0 when there is none. Null when the put must be refused: no such
   * live note, its text or vectors are of a later revision, or the key is not kept.
   */
  admit(userId: string, noteId: string, put: VectorPut): Promise<number | null>;
  /**
   * Makes stored vectors count, with one conditional write; the note stays due for the key unless `complete`.
   * Returns false and changes nothing where `admit` would refuse.
   */
  settle(userId: string, noteId: string, put: VectorPut & { readonly complete: boolean }): Promise<boolean>;
  /** Returns the live notes among the ids, each once. At most 5,000 ids a call. */
  standing(userId: string, key: string, noteIds: readonly string[]): Promise<ReadonlyMap<string, NoteStanding>>;
  /**
   * Returns ids of purged or erased notes of all users whose vectors are not yet confirmed as removed. An id is
   * recorded before its document is removed. A deleted note that can be restored keeps its vectors; they do not count.
   */
  removals(limit: number): Promise<string[]>;
  confirmRemoved(noteIds: readonly string[]): Promise<void>;
}
