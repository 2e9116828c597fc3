/**
 * What a person can decide about: a cause for review, a lost foundation, what came up while tending, a proposal.
 * `judgement` is kept beside them: a proposal of a judge or an agent that waits for a decision.
 */
export const LOOK_KINDS = ["review", "lost", "cause", "contested", "near", "orphan", "proposal", "judgement"] as const;
export type LookKind = (typeof LOOK_KINDS)[number];

/** Most looks in one write. */
export const LOOKS_AT_ONCE = 500;

/** A person's verdict on a matter, which holds while the matter's basis is the same. */
export interface Look {
  /** Names the matter, as `lookKey` does. */
  readonly key: string;
  /** What the verdict rests on. A matter that has another basis now is open again. */
  readonly basis: string;
  /** `fine`: nothing needs to be done. Proposals have verdicts of their own. */
  readonly verdict: string;
  readonly reason: string | null;
  /** The matter as it was shown, where it cannot be derived again. JSON. */
  readonly details: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/**
 * Looks by owner, one for each key. A look goes with a purge of one of its notes. Durability is as in `NoteStore`.
 */
export interface LookStore {
  /**
   * Stores looks; each replaces the earlier one of its key. Leaves those out whose notes the owner does not have, live
   * or deleted. Returns how many were stored. At most `LOOKS_AT_ONCE` a call.
   */
  put(userId: string, looks: readonly Look[]): Promise<number>;
  /** Removes the looks of these keys and returns how many there were. At most `LOOKS_AT_ONCE` a call. */
  remove(userId: string, keys: readonly string[]): Promise<number>;
  /** Returns the looks of these keys that exist, in any order. At most `LOOKS_AT_ONCE` a call. */
  get(userId: string, keys: readonly string[]): Promise<Look[]>;
  /** Returns up to `limit` looks of a kind whose keys come after `after`, ordered by key. */
  list(userId: string, kind: LookKind, page: { readonly limit: number; readonly after?: string }): Promise<Look[]>;
}

/** Returns the key of a matter: its kind, then its notes. */
export function lookKey(kind: LookKind, noteId: string, otherId?: string): string {
  return otherId === undefined ? `${kind} ${noteId}` : `${kind} ${noteId} ${otherId}`;
}

/** Returns the notes that a key names: one, or two. */
export function notesOfLook(key: string): readonly [string, string | null] {
  const [, noteId, otherId] = key.split(" ");
  return [noteId ?? "", otherId ?? null];
}
