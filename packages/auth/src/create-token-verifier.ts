import { hash } from "node:crypto";
import { DomainError, type Clock } from "@knote/api";
import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions } from "jose";
import { createTokenCache } from "./create-token-cache.ts";
import { readClaims, type VerifiedToken } from "./read-claims.ts";
import { secretKey } from "./secret-key.ts";
import { AUDIENCE, LEEWAY_SECONDS, MAX_TOKEN_LENGTH } from "./token-format.ts";
import { matchingKeys, remoteKeys, secretKeys, type TrustedKeys } from "./trusted-keys.ts";

/** Which signatures are trusted: those by a secret, or by a key of a published set. */
export type TokenTrust = { readonly secret: string } | { readonly jwksUrl: string };

export interface TokenVerifier {
  /** Resolves with the token's claims, or null for an invalid one. Rejects with UNAVAILABLE without the keys. */
  verify(token: string): Promise<VerifiedToken | null>;
}

const ASYMMETRIC = ["RS256", "PS256", "ES256", "EdDSA"];

/** Creates a verifier. The configuration pins the algorithms; a token's header only chooses among them. */
export function createTokenVerifier({ clock, ...trust }: TokenTrust & { readonly clock: Clock }): TokenVerifier {
  const [keys, options] = rules(trust);
  const cache = createTokenCache(clock);
  return {
    async verify(token) {
      if (token.length > MAX_TOKEN_LENGTH) return null;
      const digest = hash("sha256", token, "base64");
      const edition = keys.edition();
      const cachedToken = cache.get(digest, edition);
      if (cachedToken) return cachedToken;
      const now = clock.now();
      const payload = await checkedPayload(token, keys.find, { ...options, currentDate: new Date(now) });
      const verifiedToken = payload && readClaims(payload, now);
      // Not cached if the keys changed during the check. Without an earlier edition, the check used the current one.
      const current = keys.edition();
      if (verifiedToken && (edition ?? current) === current) cache.set(digest, verifiedToken, current);
      return verifiedToken;
    },
  };
}

function rules(trust: TokenTrust): [TrustedKeys, JWTVerifyOptions] {
  const common = { clockTolerance: LEEWAY_SECONDS, requiredClaims: ["sub", "exp"] };
  return "secret" in trust
    ? [secretKeys(secretKey(trust.secret)), { ...common, algorithms: ["HS256"] }]
    : [remoteKeys(trust.jwksUrl), { ...common, algorithms: ASYMMETRIC, audience: AUDIENCE }];
}

async function checkedPayload(
  token: string,
  keys: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTPayload | null> {
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    const candidates = matchingKeys(error);
    if (candidates) return firstPayload(token, candidates, options);
    if (error instanceof errors.JOSEError && !DomainError.is(error)) return null;
    throw error;
  }
}

async function firstPayload(
  token: string,
  keys: errors.JWKSMultipleMatchingKeys,
  options: JWTVerifyOptions,
): Promise<JWTPayload | null> {
  for await (const key of keys) {
    const payload = await checkedPayload(token, async () => key, options);
    if (payload) return payload;
  }
  return null;
}
