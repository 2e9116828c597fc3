import { LIMITS } from "@knote/contract";
import { changeSeeded, insertNew } from "../connection/duplicate-keys.ts";
import type { ClaimDocument } from "../collections/claims.ts";
import type { Collections } from "../collections/collections.ts";
import { newLedger } from "../collections/ledgers.ts";

interface Batch {
  readonly claims: ClaimDocument[];
  /** The claims whose keys were new. */
  readonly storedClaims: Promise<ReadonlySet<ClaimDocument>>;
}

/** Inserts claims on new keys. The ledger counts each user's keys: counting documents costs more than a claim. */
export interface ClaimInserts {
  /** Stores the claim; false if its key exists. Removes the oldest keys when there are too many. */
  add(claim: ClaimDocument): Promise<boolean>;
  /** Subtracts a removed key from the count. */
  countRemoved(userId: string): Promise<void>;
}

/** Writes and counts concurrent claims of one user together. */
export function createClaimInserts({ claims, ledgers }: Pick<Collections, "claims" | "ledgers">): ClaimInserts {
  const waiting = new Map<string, Batch>();
  const last = new Map<string, Batch["storedClaims"]>();

  async function move(userId: string, by: number): Promise<number> {
    const options = { returnDocument: "after", projection: { keys: 1 } } as const;
    const increment = { $inc: { keys: by } };
    const ledger = await changeSeeded(ledgers, newLedger(userId), () =>
      ledgers.findOneAndUpdate({ _id: userId }, increment, options),
    );
    return ledger?.keys ?? 0;
  }

  async function count(userId: string, addedCount: number): Promise<void> {
    const keyCount = await move(userId, addedCount);
    if (keyCount <= LIMITS.idempotencyKeys) return;
    const newest = claims.find({ userId }, { projection: { _id: 1 } }).sort({ expiresAt: -1, _id: -1 });
    const excess = (await newest.skip(LIMITS.idempotencyKeys).toArray()).map(({ _id }) => _id);
    if (excess.length > 0) await claims.deleteMany({ _id: { $in: excess } });
    // Without excess, keys have expired since they were counted.
    const remaining = excess.length > 0 ? LIMITS.idempotencyKeys : await claims.countDocuments({ userId });
    await move(userId, remaining - keyCount);
  }

  async function write(userId: string, batch: readonly ClaimDocument[]): Promise<ReadonlySet<ClaimDocument>> {
    const storedClaims = new Set(await insertNew(claims, batch));
    if (storedClaims.size > 0) await count(userId, storedClaims.size);
    return storedClaims;
  }

  /** Starts a batch, which is written after the user's previous one; until then other claims join it. */
  function begin(userId: string): Batch {
    const batchClaims: ClaimDocument[] = [];
    const send = () => {
      waiting.delete(userId);
      return write(userId, batchClaims);
    };
    const storedClaims = (last.get(userId) ?? Promise.resolve()).then(send, send);
    const forget = () => void (last.get(userId) === storedClaims && last.delete(userId));
    storedClaims.then(forget, forget);
    last.set(userId, storedClaims);
    const batch = { claims: batchClaims, storedClaims };
    waiting.set(userId, batch);
    return batch;
  }

  return {
    async add(claim) {
      const batch = waiting.get(claim.userId) ?? begin(claim.userId);
      batch.claims.push(claim);
      return (await batch.storedClaims).has(claim);
    },
    async countRemoved(userId) {
      await ledgers.updateOne({ _id: userId }, { $inc: { keys: -1 } });
    },
  };
}
