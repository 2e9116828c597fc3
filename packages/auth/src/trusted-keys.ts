import type { KeyObject } from "node:crypto";
import { DomainError } from "@knote/api";
import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from "jose";

const FETCH_TIMEOUT_MS = 5_000;
/** A key set is fetched again after this, and for an unknown key at most this often. */
const KEEP_MS = 10 * 60_000;
const COOLDOWN_MS = 30_000;
const RETRY_AFTER_SECONDS = 5;

/** Keys that jose asks for a token's header; one that cannot be had is our failure, not the token's. */
export function remoteKeys(url: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(url), {
    timeoutDuration: FETCH_TIMEOUT_MS,
    cacheMaxAge: KEEP_MS,
    cooldownDuration: COOLDOWN_MS,
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (cause) {
      if (isAboutToken(cause)) throw cause;
      const options = { cause, retryAfterSeconds: RETRY_AFTER_SECONDS };
      throw new DomainError("UNAVAILABLE", "The keys that tokens are checked with are out of reach.", options);
    }
  };
}

export function secretKeys(key: KeyObject): JWTVerifyGetKey {
  return async () => key;
}

/** The candidates, when a header without key id fits several keys. */
export function matchingKeys(error: unknown): errors.JWKSMultipleMatchingKeys | null {
  return error instanceof errors.JWKSMultipleMatchingKeys ? error : null;
}

function isAboutToken(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || matchingKeys(error) !== null;
}
