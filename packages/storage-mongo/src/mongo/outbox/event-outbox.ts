import type { ActivityEvent } from "@knote/contract";
import type { Clock } from "@knote/api";
import { idBatches } from "../batches.ts";
import type { Collections } from "../models/collections.ts";
import type { Owners } from "../stores/owners.ts";
import type { EventOutbox } from "../../redis/event-outbox.ts";

interface Parts {
  readonly collections: Pick<Collections, "events">;
  readonly owners: Owners;
  readonly clock: Clock;
}

/** Events wait in a collection while an activity log elsewhere cannot be reached. */
export function createEventOutbox({ collections: { events }, owners, clock }: Parts): EventOutbox {
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
    },
    async waiting(limit) {
      const found = await events.find({}).sort({ at: 1, place: 1 }).limit(limit).toArray();
      const byOwner = Map.groupBy(found, ({ userId }) => userId);
      const subs = await owners.subsOf(byOwner.keys());
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
