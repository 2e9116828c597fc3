import type { Storage } from "@knote/api";
import { isStoredToken, type TierKey } from "@knote/contract";
import type { AuthenticatedCaller } from "./authenticated-caller.ts";
import type { TokenVerifier } from "./create-token-verifier.ts";
import { firstTier } from "./first-tier.ts";
import type { StoredTokens } from "./tokens/create-personal-tokens.ts";

const ACCESS = { kind: "access" } as const;

/** Resolves with null for an invalid token. Rejects with UNAVAILABLE when keys or users are out of reach. */
export type Authenticator = (token: string) => Promise<AuthenticatedCaller | null>;

/**
 * Creates an authenticator for access tokens and personal ones; the tokens of grants are for another door. The first
 * request with a valid token creates its user.
 */
export function createAuthenticator(parts: {
  readonly verifier: TokenVerifier;
  readonly tokens: Pick<StoredTokens, "authenticate">;
  readonly storage: Pick<Storage, "users">;
  /** Tier of new users. */
  readonly defaultTier: TierKey;
}): Authenticator {
  const { verifier, tokens, storage, defaultTier } = parts;
  return async (token) => {
    if (isStoredToken(token)) return await tokens.authenticate(token, "pat");
    const verifiedToken = await verifier.verify(token);
    if (!verifiedToken) return null;
    const { userId, scopes, issuedAt, sessionId, expiresAt } = verifiedToken;
    const origin = { issuedAt, sessionId };
    // Also for cached tokens: signing out takes effect with the next request.
    const tier = await storage.users.admit(userId, origin, firstTier(userId, defaultTier));
    return tier && { actor: { userId, scopes, tier, credential: ACCESS }, origin, expiresAt };
  };
}
