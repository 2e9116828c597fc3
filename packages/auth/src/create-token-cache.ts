import { createBoundedCache, type Clock } from "@knote/api";
import type { VerifiedToken } from "./read-claims.ts";

const CAPACITY = 10_000;

/** Caches verified tokens by digest until they expire or the keys change; drops the least recently used first. */
export function createTokenCache(clock: Clock, capacity: number = CAPACITY) {
  const tokens = createBoundedCache<string, VerifiedToken>({ most: capacity });
  let edition: number | null = null;

  function turnTo(current: number | null): void {
    if (edition !== current) tokens.clear();
    edition = current;
  }

  return {
    get(digest: string, current: number | null): VerifiedToken | null {
      turnTo(current);
      const token = tokens.get(digest);
      if (!token) return null;
      tokens.delete(digest);
      if (token.expiresAt <= clock.now()) return null;
      tokens.set(digest, token);
      return token;
    },
    set(digest: string, token: VerifiedToken, current: number | null): void {
      turnTo(current);
      if (current === null || token.expiresAt <= clock.now()) return;
      tokens.set(digest, token);
    },
  };
}
