import { LIMITS, type ActivityEvent } from "@knote/contract";
import { createBoundedCache, type Clock } from "@knote/api";
import { idBatches } from "../batches.ts";
import type { Collections } from "../collections/collections.ts";
import type { Owners } from "../stores/owners.ts";
import type { EventOutbox } from "../../ports/event-outbox.ts";

/** Keeps as many events of a user as the log holds, and trims once in `trimEvery` events. */
const OUTBOX_LIMITS = { most: LIMITS.replayEvents, trimEvery: 128 };

interface EventOutboxDeps {
  readonly collections: Pick<Collections, "events">;
  readonly owners: Owners;
  readonly clock: Clock;
  readonly limits?: { readonly most: number; readonly trimEvery: number };
}

/** Keeps events in a collection while an activity log outside of MongoDB cannot be reached. */
export function createEventOutbox({
  collections: { events },
  owners,
  clock,
  limits = OUTBOX_LIMITS,
}: EventOutboxDeps): EventOutbox {
  const untrimmedCounts = createBoundedCache<string, number>({ most: 10_000, forMs: 3_600_000 });

  /** Removes events beyond the newest, which the log would drop too. */
  async function trim(userId: string): Promise<void> {
    const newest = { at: -1, place: -1 } as const;
    const [last] = await events.find({ userId }).sort(newest).skip(limits.most).limit(1).toArray();
    if (last === undefined) return;
    const { at, place } = last;
    await events.deleteMany({ userId, $or: [{ at: { $lt: at } }, { at, place: { $lte: place } }] });
  }

  /** Reads the oldest events, skipping accounts that are being erased: their events are removed with them. */
  async function oldest(limit: number) {
    for (const endedOwners: string[] = []; ;) {
      const filter = endedOwners.length === 0 ? {} : { userId: { $nin: endedOwners } };
      const rows = await events.find(filter).sort({ at: 1, place: 1 }).limit(limit).toArray();
      const byOwner = Map.groupBy(rows, ({ userId }) => userId);
      const subs = await owners.subsOf(byOwner.keys());
      if (subs.size > 0 || rows.length < limit) return { byOwner, subs };
      endedOwners.push(...byOwner.keys());
    }
  }

  return {
    async keep(sub, keyedEvents) {
      if (keyedEvents.length === 0) return;
      const { id: userId } = await owners.ensure(sub);
      const at = clock.now();
      const writes = keyedEvents.map(({ key, event }, place) => ({
        replaceOne: {
          filter: { _id: key },
          replacement: { userId, at, place, data: JSON.stringify(event) },
          upsert: true,
        },
      }));
      await events.bulkWrite(writes);
      const addedCount = (untrimmedCounts.get(userId) ?? 0) + keyedEvents.length;
      untrimmedCounts.set(userId, addedCount % limits.trimEvery);
      if (addedCount >= limits.trimEvery) await trim(userId);
    },
    count: () => events.estimatedDocumentCount(),
    async waiting(limit) {
      const { byOwner, subs } = await oldest(limit);
      return [...subs].map(([owner, userId]) => {
        // Safe because only `keep` writes them.
        const keyedEvents = byOwner
          .get(owner)!
          .map(({ _id, data }) => ({ key: _id, event: JSON.parse(data) as ActivityEvent }));
        return { userId, events: keyedEvents };
      });
    },
    async confirmLogged(_sub, keys) {
      for (const batch of idBatches(keys)) await events.deleteMany({ _id: { $in: batch } });
    },
  };
}
