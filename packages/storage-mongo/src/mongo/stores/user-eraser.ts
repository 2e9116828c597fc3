import type { Clock } from "@knote/api";
import type { mongo } from "mongoose";
import type { Collections } from "../collections/collections.ts";
import type { UserDocument } from "../collections/users.ts";
import type { Removals } from "./removals.ts";
import { accountId, type Owners } from "./owners.ts";

/** Documents removed with one command, so that none exceeds the time limit. */
const AT_ONCE = 300;
/** After this long, no process still writes for an ended life that it has cached. */
const STRAGGLERS_MS = 600_000;

export interface UserEraser {
  /** `UserStore.erase`. */
  erase(sub: string, notBefore: number): Promise<void>;
  /** Removes what interrupted erasures left and what was written after them. */
  finish(): Promise<void>;
}

interface OwnedDocument {
  _id: string;
  userId: string;
}

interface UserEraserDeps {
  readonly collections: Collections;
  readonly owners: Owners;
  readonly clock: Clock;
  readonly removals: Pick<Removals, "addAllOf">;
  /** Drops this process's caches of the user and what other services store. */
  readonly forget: (sub: string) => Promise<void>;
}

/**
 * The first write separates the account's life from its name: from then on nobody finds its documents, even if the
 * process ends before all are removed. The same write lists the life for removal.
 */
export function createUserEraser({ collections, owners, clock, removals, forget }: UserEraserDeps): UserEraser {
  const { users } = collections;

  /** Ends the account's life and returns its owner id; null when there was none. */
  async function end(sub: string, notBefore: number): Promise<string | null> {
    for (;;) {
      const _id = accountId(sub);
      const owner = (await users.findOne({ _id }))?.owner;
      const lasting = {
        $set: { erased: true },
        $max: { notBefore },
        $unset: { sessions: true as const, tokens: true as const },
      };
      if (owner === undefined) {
        await users.updateOne({ _id }, lasting, { upsert: true });
        return null;
      }
      const result = await users.updateOne(
        { _id, owner },
        {
          ...lasting,
          $unset: { ...lasting.$unset, owner: true, sub: true, tier: true },
          $push: { erasing: { owner, at: clock.now() } },
        },
      );
      if (result.matchedCount > 0) return owner;
    }
  }

  async function remove(userId: string): Promise<void> {
    const { ledgers, ...others } = collections;
    const { notes, revisions, links, pastlinks, looks, stances, operations } = others;
    const { usage, claims, sessions, tokens, events, webhooks, deliveries } = others;
    const content = [notes, revisions, links, pastlinks, looks, stances, operations];
    await removals.addAllOf(userId);
    for (const collection of [webhooks, deliveries, ...content, usage, claims, sessions, tokens, events])
      // Safe because all of these have an owner and an id.
      await removeAll(collection as unknown as mongo.Collection<OwnedDocument>, userId);
    await ledgers.deleteOne({ _id: userId });
  }

  return {
    async erase(sub, notBefore) {
      const id = await end(sub, notBefore);
      owners.forget(sub);
      if (id !== null) await remove(id);
      // Also when there was no life: an earlier call may have failed here.
      await forget(sub);
    },
    async finish() {
      const unfinishedUsers = users.find({ "erasing.at": { $gt: 0 } }, { projection: { erasing: 1 } });
      for await (const { _id, erasing = [] } of unfinishedUsers) {
        for (const { owner } of erasing) await remove(owner);
        await forgetOld(_id);
      }
    },
  };

  async function forgetOld(_id: UserDocument["_id"]): Promise<void> {
    const at = { $lte: clock.now() - STRAGGLERS_MS };
    await users.updateOne({ _id }, { $pull: { erasing: { at } } });
    await users.updateOne({ _id, erasing: { $size: 0 } }, { $unset: { erasing: true } });
  }
}

async function removeAll(collection: mongo.Collection<OwnedDocument>, userId: string): Promise<void> {
  for (;;) {
    const page = collection.find({ userId }, { projection: { _id: 1 } }).limit(AT_ONCE);
    const ids = (await page.toArray()).map(({ _id }) => _id);
    if (ids.length > 0) await collection.deleteMany({ _id: { $in: ids }, userId });
    if (ids.length < AT_ONCE) return;
  }
}
