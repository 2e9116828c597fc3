import type { KeyObject } from "node:crypto";
import { DomainError } from "@knote/api";
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";
import { withUsableKeys } from "./usable-keys.ts";

const FETCH_TIMEOUT_MS = 5_000;
/** A key set is fetched again after `KEEP_MS`, and for an unknown key once per `COOLDOWN_MS`. */
const KEEP_MS = 10 * 60_000;
const COOLDOWN_MS = 30_000;
const RETRY_AFTER_SECONDS = 5;

export interface TrustedKeys {
  /** Finds the key for a token's header; called by jose. */
  readonly find: JWTVerifyGetKey;
  /** Returns the number of the current keys; null when they must be fetched again. */
  edition(): number | null;
}

/** Returns the keys at an address. A failure to fetch them is UNAVAILABLE, not an invalid token. */
export function remoteKeys(url: string): TrustedKeys {
  let fetchCount = 0;
  const keys = createRemoteJWKSet(new URL(url), {
    timeoutDuration: FETCH_TIMEOUT_MS,
    cacheMaxAge: KEEP_MS,
    cooldownDuration: COOLDOWN_MS,
    async [customFetch](...request) {
      const response = await withUsableKeys(await fetch(...request));
      fetchCount++;
      return response;
    },
  });
  const find: JWTVerifyGetKey = async (header, token) => {
    try {
      return await keys(header, token);
    } catch (cause) {
      if (isAboutToken(cause)) throw cause;
      const options = { cause, retryAfterSeconds: RETRY_AFTER_SECONDS };
      throw new DomainError("UNAVAILABLE", "The keys that tokens are checked with are out of reach.", options);
    }
  };
  return { find, edition: () => (keys.fresh ? fetchCount : null) };
}

export function secretKeys(key: KeyObject): TrustedKeys {
  return { find: async () => key, edition: () => 0 };
}

/** Returns the candidates if the error says that a header without key id fits several keys. */
export function matchingKeys(error: unknown): errors.JWKSMultipleMatchingKeys | null {
  return error instanceof errors.JWKSMultipleMatchingKeys ? error : null;
}

function isAboutToken(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || matchingKeys(error) !== null;
}
