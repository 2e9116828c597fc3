import { randomUUID } from "node:crypto";
import { conflict, type Claim, type ClaimRequest, type IdempotencyStore, type StoredResponse } from "@knote/api";
import type { ClaimDocument } from "../collections/claims.ts";
import type { Collections } from "../collections/collections.ts";
import { createClaimInserts } from "./claim-inserts.ts";
import type { Owners } from "./owners.ts";

const ATTEMPTS = 10;

interface IdempotencyStoreDeps {
  readonly collections: Pick<Collections, "claims" | "ledgers">;
  readonly owners: Owners;
}

/** The unique index decides who claims; every later write is conditional on the state that was read. */
export function createIdempotencyStore({ collections, owners }: IdempotencyStoreDeps): IdempotencyStore {
  const { claims } = collections;
  const inserts = createClaimInserts(collections);
  const openClaimFilter = (userId: string, key: string, seed: string) => ({
    userId,
    key,
    seed,
    status: { $exists: false },
  });

  /** Renews the lease; null when another process was faster. */
  async function renew(
    storedClaim: ClaimDocument,
    change: Partial<ClaimDocument>,
    claim: Claim,
  ): Promise<Claim | null> {
    const { _id, seed, leaseUntil } = storedClaim;
    const asFound = { _id, seed, leaseUntil, status: storedClaim.status ?? { $exists: false } };
    const { matchedCount } = await claims.updateOne(asFound, {
      $set: change,
      $unset: { status: true, body: true, headers: true },
    });
    return matchedCount > 0 ? claim : null;
  }

  async function claimAgain(storedClaim: ClaimDocument, request: ClaimRequest): Promise<Claim | null> {
    const { bodyHash, seed, now, leaseUntil } = request;
    if (storedClaim.expiresAt <= now)
      return await renew(storedClaim, freshClaim(request), { kind: "claimed", seed, rerun: false });
    if (storedClaim.bodyHash !== bodyHash) return { kind: "different-body" };
    if (storedClaim.status !== undefined) return { kind: "done", response: responseOf(storedClaim) };
    if (storedClaim.leaseUntil > now) return { kind: "in-progress" };
    return await renew(storedClaim, { leaseUntil }, { kind: "claimed", seed: storedClaim.seed, rerun: true });
  }

  return {
    async claim(sub, request) {
      const { id: userId } = await owners.ensure(sub);
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const isNew = await inserts.add({ _id: randomUUID(), userId, ...freshClaim(request) });
        if (isNew) return { kind: "claimed", seed: request.seed, rerun: false };
        const storedClaim = await claims.findOne({ userId, key: request.key });
        const claim = storedClaim && (await claimAgain(storedClaim, request));
        if (claim) return claim;
      }
      throw conflict("Many requests use this Idempotency-Key at this moment.", { retryAfterSeconds: 1 });
    },
    async complete(sub, key, seed, { status, body, headers }) {
      const owner = await owners.find(sub);
      if (owner === null) return;
      const response = { status, body, headers: JSON.stringify(headers) };
      await claims.updateOne(openClaimFilter(owner.id, key, seed), { $set: response });
    },
    async abandon(sub, key, { seed, until }) {
      const owner = await owners.find(sub);
      if (owner === null) return;
      await claims.updateOne(
        { ...openClaimFilter(owner.id, key, seed), leaseUntil: until },
        { $set: { leaseUntil: 0 } },
      );
    },
    async release(sub, key, seed) {
      const owner = await owners.find(sub);
      if (owner === null) return;
      const { deletedCount } = await claims.deleteOne(openClaimFilter(owner.id, key, seed));
      if (deletedCount > 0) await inserts.countRemoved(owner.id);
    },
  };
}

function freshClaim({ key, bodyHash, seed, leaseUntil, expiresAt }: ClaimRequest) {
  return { key, bodyHash, seed, leaseUntil, expiresAt, removeAt: new Date(expiresAt) };
}

export function responseOf({ status = 0, body = "", headers = "{}" }: ClaimDocument): StoredResponse {
  // Safe because only `complete` writes them.
  return { status, body, headers: JSON.parse(headers) as Record<string, string> };
}
