import type { Actor, Storage, TokenOrigin } from "@knote/api";
import type { TierKey } from "@knote/contract";
import type { TokenVerifier } from "./create-token-verifier.ts";
import { firstTier } from "./first-tier.ts";

export interface Authenticated {
  readonly actor: Actor;
  readonly origin: TokenOrigin;
  /** Milliseconds since the epoch; the token is worth nothing afterwards. */
  readonly expiresAt: number;
}

/** Null when the token does not hold. Rejects with UNAVAILABLE when keys or users are out of reach. */
export type Authenticator = (token: string) => Promise<Authenticated | null>;

/** Whoever brings a token that holds becomes a user at their first request. */
export function createAuthenticator(parts: {
  readonly verifier: TokenVerifier;
  readonly storage: Pick<Storage, "users">;
  /** Of new users. */
  readonly defaultTier: TierKey;
}): Authenticator {
  const { verifier, storage, defaultTier } = parts;
  return async (token) => {
    const verified = await verifier.verify(token);
    if (!verified) return null;
    const { userId, scopes, issuedAt, sessionId, expiresAt } = verified;
    const origin = { issuedAt, sessionId };
    // Asked for tokens of the cache too: signing out counts from the next request on.
    const tier = await storage.users.admit(userId, origin, firstTier(userId, defaultTier));
    return tier && { actor: { userId, scopes, tier }, origin, expiresAt };
  };
}
