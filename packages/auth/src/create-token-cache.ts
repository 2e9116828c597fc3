import type { Clock } from "@knote/api";
import type { VerifiedToken } from "./read-claims.ts";

const CAPACITY = 10_000;

/** Tokens found good, by digest, until they expire; the least recently used goes first. */
export function createTokenCache(clock: Clock, capacity: number = CAPACITY) {
  const kept = new Map<string, VerifiedToken>();
  return {
    get(digest: string): VerifiedToken | null {
      const token = kept.get(digest);
      if (!token) return null;
      kept.delete(digest);
      if (token.expiresAt <= clock.now()) return null;
      kept.set(digest, token);
      return token;
    },
    set(digest: string, token: VerifiedToken): void {
      if (token.expiresAt <= clock.now()) return;
      kept.set(digest, token);
      if (kept.size > capacity) kept.delete(kept.keys().next().value!);
    },
  };
}
