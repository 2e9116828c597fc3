import { randomUUID } from "node:crypto";
import { conflict, type Claim, type ClaimRequest, type IdempotencyStore, type KeptResponse } from "@knote/api";
import type { ClaimDocument } from "../collections/claims.ts";
import type { Collections } from "../collections/collections.ts";
import { createClaimInserts } from "./claim-inserts.ts";
import type { Owners } from "./owners.ts";

const ATTEMPTS = 10;

interface Parts {
  readonly collections: Pick<Collections, "claims" | "ledgers">;
  readonly owners: Owners;
}

/** The unique index decides who claims; every later write is conditional on the state that was read. */
export function createIdempotencyStore({ collections, owners }: Parts): IdempotencyStore {
  const { claims } = collections;
  const inserts = createClaimInserts(collections);
  const held = (userId: string, key: string, seed: string) => ({ userId, key, seed, status: { $exists: false } });

  /** Renews the lease; null when another process was faster. */
  async function renew(found: ClaimDocument, change: Partial<ClaimDocument>, claim: Claim): Promise<Claim | null> {
    const { _id, seed, leaseUntil } = found;
    const asFound = { _id, seed, leaseUntil, status: found.status ?? { $exists: false } };
    const { matchedCount } = await claims.updateOne(asFound, {
      $set: change,
      $unset: { status: true, body: true, headers: true },
    });
    return matchedCount > 0 ? claim : null;
  }

  async function later(found: ClaimDocument, request: ClaimRequest): Promise<Claim | null> {
    const { bodyHash, seed, now, leaseUntil } = request;
    if (found.expiresAt <= now) return await renew(found, freshClaim(request), { kind: "claimed", seed, rerun: false });
    if (found.bodyHash !== bodyHash) return { kind: "different-body" };
    if (found.status !== undefined) return { kind: "done", response: responseOf(found) };
    if (found.leaseUntil > now) return { kind: "in-progress" };
    return await renew(found, { leaseUntil }, { kind: "claimed", seed: found.seed, rerun: true });
  }

  return {
    async claim(sub, request) {
      const { id: userId } = await owners.ensure(sub);
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const isNew = await inserts.add({ _id: randomUUID(), userId, ...freshClaim(request) });
        if (isNew) return { kind: "claimed", seed: request.seed, rerun: false };
        const found = await claims.findOne({ userId, key: request.key });
        const claim = found && (await later(found, request));
        if (claim) return claim;
      }
      throw conflict("Many requests use this Idempotency-Key at this moment.", { retryAfterSeconds: 1 });
    },
    async complete(sub, key, seed, { status, body, headers }) {
      const owner = await owners.find(sub);
      if (owner === null) return;
      const response = { status, body, headers: JSON.stringify(headers) };
      await claims.updateOne(held(owner.id, key, seed), { $set: response });
    },
    async abandon(sub, key, { seed, until }) {
      const owner = await owners.find(sub);
      if (owner === null) return;
      await claims.updateOne({ ...held(owner.id, key, seed), leaseUntil: until }, { $set: { leaseUntil: 0 } });
    },
    async release(sub, key, seed) {
      const owner = await owners.find(sub);
      if (owner === null) return;
      const { deletedCount } = await claims.deleteOne(held(owner.id, key, seed));
      if (deletedCount > 0) await inserts.removed(owner.id);
    },
  };
}

function freshClaim({ key, bodyHash, seed, leaseUntil, expiresAt }: ClaimRequest) {
  return { key, bodyHash, seed, leaseUntil, expiresAt, removeAt: new Date(expiresAt) };
}

export function responseOf({ status = 0, body = "", headers = "{}" }: ClaimDocument): KeptResponse {
  // Safe because only `complete` writes them.
  return { status, body, headers: JSON.parse(headers) as Record<string, string> };
}
