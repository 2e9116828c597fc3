import { LIMITS } from "@knote/contract";
import { changeSeeded, insertNew } from "../connection/duplicate-keys.ts";
import type { ClaimDocument } from "../collections/claims.ts";
import type { Collections } from "../collections/collections.ts";
import { newLedger } from "../collections/ledgers.ts";

interface Batch {
  readonly claims: ClaimDocument[];
  /** The claims whose keys were new. */
  readonly stored: Promise<ReadonlySet<ClaimDocument>>;
}

/** Inserts claims on new keys. The ledger counts each user's keys: counting documents costs more than a claim. */
export interface ClaimInserts {
  /** Stores the claim; false if its key exists. Removes the oldest keys when there are too many. */
  add(claim: ClaimDocument): Promise<boolean>;
  /** Subtracts a removed key from the count. */
  removed(userId: string): Promise<void>;
}

/** Writes and counts concurrent claims of one user together. */
export function createClaimInserts({ claims, ledgers }: Pick<Collections, "claims" | "ledgers">): ClaimInserts {
  const waiting = new Map<string, Batch>();
  const last = new Map<string, Batch["stored"]>();

  async function move(userId: string, by: number): Promise<number> {
    const options = { returnDocument: "after", projection: { keys: 1 } } as const;
    const moved = { $inc: { keys: by } };
    const ledger = await changeSeeded(ledgers, newLedger(userId), () =>
      ledgers.findOneAndUpdate({ _id: userId }, moved, options),
    );
    return ledger?.keys ?? 0;
  }

  async function count(userId: string, added: number): Promise<void> {
    const counted = await move(userId, added);
    if (counted <= LIMITS.idempotencyKeys) return;
    const newest = claims.find({ userId }, { projection: { _id: 1 } }).sort({ expiresAt: -1, _id: -1 });
    const excess = (await newest.skip(LIMITS.idempotencyKeys).toArray()).map(({ _id }) => _id);
    if (excess.length > 0) await claims.deleteMany({ _id: { $in: excess } });
    // Without excess, keys have expired since they were counted.
    const left = excess.length > 0 ? LIMITS.idempotencyKeys : await claims.countDocuments({ userId });
    await move(userId, left - counted);
  }

  async function write(userId: string, batch: readonly ClaimDocument[]): Promise<ReadonlySet<ClaimDocument>> {
    const stored = new Set(await insertNew(claims, batch));
    if (stored.size > 0) await count(userId, stored.size);
    return stored;
  }

  /** Starts a batch, which is written after the user's previous one; until then other claims join it. */
  function begin(userId: string): Batch {
    const joined: ClaimDocument[] = [];
    const send = () => {
      waiting.delete(userId);
      return write(userId, joined);
    };
    const stored = (last.get(userId) ?? Promise.resolve()).then(send, send);
    const forget = () => void (last.get(userId) === stored && last.delete(userId));
    stored.then(forget, forget);
    last.set(userId, stored);
    const batch = { claims: joined, stored };
    waiting.set(userId, batch);
    return batch;
  }

  return {
    async add(claim) {
      const batch = waiting.get(claim.userId) ?? begin(claim.userId);
      batch.claims.push(claim);
      return (await batch.stored).has(claim);
    },
    async removed(userId) {
      await ledgers.updateOne({ _id: userId }, { $inc: { keys: -1 } });
    },
  };
}
