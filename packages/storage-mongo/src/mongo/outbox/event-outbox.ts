import { LIMITS, type ActivityEvent } from "@knote/contract";
import { createBoundedCache, type Clock } from "@knote/api";
import { idBatches } from "../batches.ts";
import type { Collections } from "../collections/collections.ts";
import type { Owners } from "../stores/owners.ts";
import type { EventOutbox } from "../../ports/event-outbox.ts";

/** Keeps as many events of a user as the log holds, and trims once in `trimEvery` events. */
const BOUND = { most: LIMITS.replayEvents, trimEvery: 128 };

interface Parts {
  readonly collections: Pick<Collections, "events">;
  readonly owners: Owners;
  readonly clock: Clock;
  readonly bound?: { readonly most: number; readonly trimEvery: number };
}

/** Keeps events in a collection while an activity log outside of MongoDB cannot be reached. */
export function createEventOutbox({ collections: { events }, owners, clock, bound = BOUND }: Parts): EventOutbox {
  const untrimmed = createBoundedCache<string, number>({ most: 10_000, forMs: 3_600_000 });

  /** Removes events beyond the newest, which the log would drop too. */
  async function trim(userId: string): Promise<void> {
    const newest = { at: -1, place: -1 } as const;
    const [last] = await events.find({ userId }).sort(newest).skip(bound.most).limit(1).toArray();
    if (last === undefined) return;
    const { at, place } = last;
    await events.deleteMany({ userId, $or: [{ at: { $lt: at } }, { at, place: { $lte: place } }] });
  }

  /** Reads the oldest events, skipping accounts that are being erased: their events are removed with them. */
  async function oldest(limit: number) {
    for (const ended: string[] = []; ;) {
      const filter = ended.length === 0 ? {} : { userId: { $nin: ended } };
      const found = await events.find(filter).sort({ at: 1, place: 1 }).limit(limit).toArray();
      const byOwner = Map.groupBy(found, ({ userId }) => userId);
      const subs = await owners.subsOf(byOwner.keys());
      if (subs.size > 0 || found.length < limit) return { byOwner, subs };
      ended.push(...byOwner.keys());
    }
  }

  return {
    async keep(sub, kept) {
      if (kept.length === 0) return;
      const { id: userId } = await owners.ensure(sub);
      const at = clock.now();
      const writes = kept.map(({ key, event }, place) => ({
        replaceOne: {
          filter: { _id: key },
          replacement: { userId, at, place, data: JSON.stringify(event) },
          upsert: true,
        },
      }));
      await events.bulkWrite(writes);
      const added = (untrimmed.get(userId) ?? 0) + kept.length;
      untrimmed.set(userId, added % bound.trimEvery);
      if (added >= bound.trimEvery) await trim(userId);
    },
    count: () => events.estimatedDocumentCount(),
    async waiting(limit) {
      const { byOwner, subs } = await oldest(limit);
      return [...subs].map(([owner, userId]) => {
        // Safe because only `keep` writes them.
        const keyed = byOwner
          .get(owner)!
          .map(({ _id, data }) => ({ key: _id, event: JSON.parse(data) as ActivityEvent }));
        return { userId, events: keyed };
      });
    },
    async done(_sub, keys) {
      for (const batch of idBatches(keys)) await events.deleteMany({ _id: { $in: batch } });
    },
  };
}
