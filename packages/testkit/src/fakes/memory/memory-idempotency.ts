import { LIMITS } from "@knote/contract";
import type { Claim, ClaimRequest, IdempotencyStore, StoredResponse } from "@knote/api";

interface KeptClaim {
  readonly bodyHash: string;
  readonly seed: string;
  leaseUntil: number;
  readonly expiresAt: number;
  response: StoredResponse | null;
}

export function createMemoryIdempotency(): IdempotencyStore & { forget(userId: string): void } {
  const users = new Map<string, Map<string, KeptClaim>>();
  const heldClaim = (userId: string, key: string, seed: string) => {
    const claim = users.get(userId)?.get(key);
    return claim?.seed === seed && claim.response === null ? claim : null;
  };
  return {
    async claim(userId, request) {
      const claims = users.get(userId) ?? new Map<string, KeptClaim>();
      users.set(userId, claims);
      const earlierClaim = claims.get(request.key);
      if (earlierClaim && earlierClaim.expiresAt > request.now) return laterClaim(earlierClaim, request);
      return firstClaim(claims, request);
    },
    async complete(userId, key, seed, response) {
      const claim = heldClaim(userId, key, seed);
      if (claim !== null) claim.response = response;
    },
    async abandon(userId, key, { seed, until }) {
      const claim = heldClaim(userId, key, seed);
      if (claim?.leaseUntil === until) claim.leaseUntil = 0;
    },
    async release(userId, key, seed) {
      if (heldClaim(userId, key, seed) !== null) users.get(userId)?.delete(key);
    },
    forget: (userId) => void users.delete(userId),
  };
}

function firstClaim(
  claims: Map<string, KeptClaim>,
  { key, bodyHash, seed, leaseUntil, expiresAt }: ClaimRequest,
): Claim {
  claims.delete(key);
  claims.set(key, { bodyHash, seed, leaseUntil, expiresAt, response: null });
  for (const oldest of claims.keys()) {
    if (claims.size <= LIMITS.idempotencyKeys) break;
    claims.delete(oldest);
  }
  return { kind: "claimed", seed, rerun: false };
}

function laterClaim(earlierClaim: KeptClaim, request: ClaimRequest): Claim {
  if (earlierClaim.bodyHash !== request.bodyHash) return { kind: "different-body" };
  if (earlierClaim.response !== null) return { kind: "done", response: earlierClaim.response };
  if (earlierClaim.leaseUntil > request.now) return { kind: "in-progress" };
  earlierClaim.leaseUntil = request.leaseUntil;
  return { kind: "claimed", seed: earlierClaim.seed, rerun: true };
}
