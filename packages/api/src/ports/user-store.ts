import type { TierKey } from "@knote/contract";

export interface UserStore {
  /** The user's tier; the user is made with `defaultTier` when unknown. */
  ensure(userId: string, defaultTier: TierKey): Promise<TierKey>;
  /**
   * As `ensure`, for whoever brings a token issued at `issuedAt`, in ms since the epoch: one look tells both. Null,
   * and nothing is made, when such tokens count no more: see `SessionStore.tokensNotBefore`.
   */
  admit(userId: string, issuedAt: number, defaultTier: TierKey): Promise<TierKey | null>;
  /** Sets the tier, making the user when unknown. */
  setTier(userId: string, tier: TierKey): Promise<void>;
  /**
   * Removes the user and all that is theirs: notes, links, vectors, history, events, usage, keys, sessions.
   * Everything is hidden at once and gone when this resolves; tokens issued before `notBefore` are refused
   * for good. What is still under way for the user writes nothing: it is refused with CONFLICT, until
   * `ensure` makes the user anew. Idempotent.
   */
  erase(userId: string, notBefore: number): Promise<void>;
}
