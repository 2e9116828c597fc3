import type { TierKey } from "@knote/contract";
import type { TokenOrigin } from "./session-store.ts";

export interface UserStore {
  /** Returns the user's tier; creates an unknown user with `defaultTier`. */
  ensure(userId: string, defaultTier: TierKey): Promise<TierKey>;
  /**
   * Does `ensure` and checks the token in one read. Returns null and creates nothing when the token is revoked (see
   * `SessionStore.isTokenValid`), also when that happens while the user is being created.
   */
  admit(userId: string, token: TokenOrigin, defaultTier: TierKey): Promise<TierKey | null>;
  /** Sets the tier; creates the user when unknown. */
  setTier(userId: string, tier: TierKey): Promise<void>;
  /**
   * Removes the user and all their data: notes, links, vectors, history, events, usage, keys, sessions.
   * Everything is hidden at once and gone when this resolves; tokens issued before `notBefore` are refused
   * for good. Work that is still running for the user writes nothing: it is refused with CONFLICT until
   * `ensure` creates the user again. Idempotent.
   */
  erase(userId: string, notBefore: number): Promise<void>;
}
