import type { TierKey } from "@knote/contract";
import type { TokenOrigin } from "./session-store.ts";

export interface UserStore {
  /** The user's tier; the user is made with `defaultTier` when unknown. */
  ensure(userId: string, defaultTier: TierKey): Promise<TierKey>;
  /**
   * As `ensure`, for whoever brings the token: one look tells both. Null, and nothing is made, when it counts no
   * more (see `SessionStore.tokenCounts`), also when that comes to be so while the user is made.
   */
  admit(userId: string, token: TokenOrigin, defaultTier: TierKey): Promise<TierKey | null>;
  /** Sets the tier, making the user when unknown. */
  setTier(userId: string, tier: TierKey): Promise<void>;
  /**
   * Removes the user and all that is theirs: notes, links, vectors, history, events, usage, keys, sessions.
   * Everything is hidden at once and gone when this resolves; tokens issued before `notBefore` are refused
   * for good. What is still under way for the user writes nothing: it is refused with CONFLICT, until
   * `ensure` makes the user again. Idempotent.
   */
  erase(userId: string, notBefore: number): Promise<void>;
}
