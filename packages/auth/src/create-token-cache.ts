import { createBoundedCache, type Clock } from "@knote/api";
import type { VerifiedToken } from "./read-claims.ts";

const CAPACITY = 10_000;

/** Caches verified tokens by digest until they expire or the keys change; drops the least recently used first. */
export function createTokenCache(clock: Clock, capacity: number = CAPACITY) {
  const kept = createBoundedCache<string, VerifiedToken>({ most: capacity });
  let edition: number | null = null;

  function turnTo(current: number | null): void {
    if (edition !== current) kept.clear();
    edition = current;
  }

  return {
    get(digest: string, current: number | null): VerifiedToken | null {
      turnTo(current);
      const token = kept.get(digest);
      if (!token) return null;
      kept.delete(digest);
      if (token.expiresAt <= clock.now()) return null;
      kept.set(digest, token);
      return token;
    },
    set(digest: string, token: VerifiedToken, current: number | null): void {
      turnTo(current);
      if (current === null || token.expiresAt <= clock.now()) return;
      kept.set(digest, token);
    },
  };
}
