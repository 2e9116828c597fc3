import type { Actor, Storage } from "@knote/api";
import type { TierKey } from "@knote/contract";
import type { TokenVerifier } from "./create-token-verifier.ts";
import { firstTier } from "./first-tier.ts";

export interface Authenticated {
  readonly actor: Actor;
  /** Milliseconds since the epoch; the token is worth nothing afterwards. */
  readonly expiresAt: number;
}

/** Null when the token does not hold. Rejects with UNAVAILABLE when keys or users are out of reach. */
export type Authenticator = (token: string) => Promise<Authenticated | null>;

/** Whoever brings a token that holds becomes a user at their first request. */
export function createAuthenticator(parts: {
  readonly verifier: TokenVerifier;
  readonly storage: Pick<Storage, "sessions" | "users">;
  /** Of new users. */
  readonly defaultTier: TierKey;
}): Authenticator {
  const { verifier, storage, defaultTier } = parts;
  const { sessions, users } = storage;
  return async (token) => {
    const verified = await verifier.verify(token);
    if (!verified) return null;
    const { userId, scopes, issuedAt, expiresAt } = verified;
    // Looked up for tokens of the cache too: signing out everywhere counts from the next request on.
    if (issuedAt < (await sessions.tokensNotBefore(userId))) return null;
    const tier = await users.ensure(userId, firstTier(userId, defaultTier));
    return { actor: { userId, scopes, tier }, expiresAt };
  };
}
