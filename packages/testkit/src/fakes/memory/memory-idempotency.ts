import { LIMITS } from "@knote/contract";
import type { Claim, ClaimRequest, IdempotencyStore, KeptResponse } from "@knote/api";

interface KeptClaim {
  readonly bodyHash: string;
  readonly seed: string;
  leaseUntil: number;
  readonly expiresAt: number;
  response: KeptResponse | null;
}

export function createMemoryIdempotency(): IdempotencyStore & { forget(userId: string): void } {
  const users = new Map<string, Map<string, KeptClaim>>();
  const heldClaim = (userId: string, key: string, seed: string) => {
    const kept = users.get(userId)?.get(key);
    return kept?.seed === seed && kept.response === null ? kept : null;
  };
  return {
    async claim(userId, request) {
      const claims = users.get(userId) ?? new Map<string, KeptClaim>();
      users.set(userId, claims);
      const kept = claims.get(request.key);
      if (kept && kept.expiresAt > request.now) return laterClaim(kept, request);
      return firstClaim(claims, request);
    },
    async complete(userId, key, seed, response) {
      const held = heldClaim(userId, key, seed);
      if (held !== null) held.response = response;
    },
    async abandon(userId, key, { seed, until }) {
      const held = heldClaim(userId, key, seed);
      if (held?.leaseUntil === until) held.leaseUntil = 0;
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

function laterClaim(kept: KeptClaim, request: ClaimRequest): Claim {
  if (kept.bodyHash !== request.bodyHash) return { kind: "different-body" };
  if (kept.response !== null) return { kind: "done", response: kept.response };
  if (kept.leaseUntil > request.now) return { kind: "in-progress" };
  kept.leaseUntil = request.leaseUntil;
  return { kind: "claimed", seed: kept.seed, rerun: true };
}
