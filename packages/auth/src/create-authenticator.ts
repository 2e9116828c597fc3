import type { Actor, UserStore } from "@knote/api";
import type { TierKey } from "@knote/contract";
import type { TokenVerifier } from "./create-token-verifier.ts";

/** The one user of a service that runs for its owner alone. */
export const LOCAL_OWNER = "local:owner";
const LOCAL_OWNER_TIER = "agent";

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
  readonly users: UserStore;
  /** Of new users. */
  readonly defaultTier: TierKey;
}): Authenticator {
  const { verifier, users, defaultTier } = parts;
  return async (token) => {
    const verified = await verifier.verify(token);
    if (!verified) return null;
    const { userId, scopes, expiresAt } = verified;
    const tier = await users.ensure(userId, userId === LOCAL_OWNER ? LOCAL_OWNER_TIER : defaultTier);
    return { actor: { userId, scopes, tier }, expiresAt };
  };
}
