import type { Actor, Storage, TokenOrigin } from "@knote/api";
import type { TierKey } from "@knote/contract";
import type { TokenVerifier } from "./create-token-verifier.ts";
import { firstTier } from "./first-tier.ts";

export interface AuthenticatedCaller {
  readonly actor: Actor;
  readonly origin: TokenOrigin;
  /** Milliseconds since the epoch at which the token expires. */
  readonly expiresAt: number;
}

/** Resolves with null for an invalid token. Rejects with UNAVAILABLE when keys or users are out of reach. */
export type Authenticator = (token: string) => Promise<AuthenticatedCaller | null>;

/** Creates an authenticator. The first request with a valid token creates its user. */
export function createAuthenticator(parts: {
  readonly verifier: TokenVerifier;
  readonly storage: Pick<Storage, "users">;
  /** Tier of new users. */
  readonly defaultTier: TierKey;
}): Authenticator {
  const { verifier, storage, defaultTier } = parts;
  return async (token) => {
    const verifiedToken = await verifier.verify(token);
    if (!verifiedToken) return null;
    const { userId, scopes, issuedAt, sessionId, expiresAt } = verifiedToken;
    const origin = { issuedAt, sessionId };
    // Also for cached tokens: signing out takes effect with the next request.
    const tier = await storage.users.admit(userId, origin, firstTier(userId, defaultTier));
    return tier && { actor: { userId, scopes, tier }, origin, expiresAt };
  };
}
