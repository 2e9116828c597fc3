import { LIMITS } from "@knote/contract";
import { isDuplicate } from "../connection/mongo-errors.ts";
import type { Collections } from "../models/collections.ts";

interface Batch {
  added: number;
  done: Promise<void>;
}

/** How many idempotency keys each user has, in the ledger: counting the keys themselves would cost more than a claim. */
export interface KeyCounter {
  /** Counts a new key, and removes the oldest when there are too many. */
  add(userId: string): Promise<void>;
  remove(userId: string): Promise<void>;
}

/** Keys of one user that come at once are counted at once. */
export function createKeyCounter({ claims, ledgers }: Pick<Collections, "claims" | "ledgers">): KeyCounter {
  const waiting = new Map<string, Batch>();
  const last = new Map<string, Promise<void>>();

  async function move(userId: string, by: number): Promise<number> {
    const options = { upsert: true, returnDocument: "after", projection: { keys: 1 } } as const;
    const once = () => ledgers.findOneAndUpdate({ _id: userId }, { $inc: { keys: by } }, options);
    const ledger = await once().catch((error: unknown) => {
      // Another process made the ledger in this moment.
      if (!isDuplicate(error)) throw error;
      return once();
    });
    return ledger?.keys ?? 0;
  }

  async function count(userId: string, added: number): Promise<void> {
    const counted = await move(userId, added);
    if (counted <= LIMITS.idempotencyKeys) return;
    const newest = claims.find({ userId }, { projection: { _id: 1 } }).sort({ expiresAt: -1, _id: -1 });
    const excess = (await newest.skip(LIMITS.idempotencyKeys).toArray()).map(({ _id }) => _id);
    if (excess.length > 0) await claims.deleteMany({ _id: { $in: excess } });
    // None too many: others have expired since they were counted.
    const left = excess.length > 0 ? LIMITS.idempotencyKeys : await claims.countDocuments({ userId });
    await move(userId, left - counted);
  }

  return {
    add(userId) {
      const joined = waiting.get(userId);
      if (joined) {
        joined.added++;
        return joined.done;
      }
      const batch: Batch = { added: 1, done: Promise.resolve() };
      const send = () => {
        waiting.delete(userId);
        return count(userId, batch.added);
      };
      batch.done = (last.get(userId) ?? Promise.resolve()).then(send, send);
      waiting.set(userId, batch);
      last.set(userId, batch.done);
      const forget = () => void (last.get(userId) === batch.done && last.delete(userId));
      batch.done.then(forget, forget);
      return batch.done;
    },
    async remove(userId) {
      await ledgers.updateOne({ _id: userId }, { $inc: { keys: -1 } });
    },
  };
}
