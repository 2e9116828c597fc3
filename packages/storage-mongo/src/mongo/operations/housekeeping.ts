import { EVENT_RETENTION_MS, type Clock } from "@knote/api";
import type { Collections } from "../collections/collections.ts";
import type { Leases } from "../outbox/leases.ts";

/** Delay of the first sweep, so that it does not slow the start. */
const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;

export interface Housekeeping {
  /** Removes what has expired and finishes interrupted work, for all users, in one process at a time. */
  sweep(): Promise<void>;
  stop(): void;
}

interface HousekeepingDeps {
  readonly collections: Collections;
  readonly leases: Leases;
  readonly clock: Clock;
  readonly warn: (message: string, cause: unknown) => void;
  /** Steps that finish work interrupted by the death of a process. */
  readonly finish: readonly (() => Promise<void>)[];
}

/** Sweeps once an hour. Readers ignore what has expired; the server itself removes keys, sessions and codes. */
export function startHousekeeping({ collections, leases, clock, warn, finish }: HousekeepingDeps): Housekeeping {
  const { ledgers, notes } = collections;

  /** Removes the events of users without a recent one; those of others give way to newer ones. */
  async function removeEvents(): Promise<void> {
    const old = { lastAt: { $lte: clock.now() - EVENT_RETENTION_MS, $gt: 0 } };
    await ledgers.updateMany(old, { $set: { events: [] }, $unset: { lastAt: true } });
  }

  /** Corrects counters that a process left off by one when it died between a note and its ledger. */
  async function recount(): Promise<void> {
    for await (const { _id, changes } of ledgers.find({ moved: true }, { projection: { changes: 1 } })) {
      const totals = notes.aggregate<{ notes: number; words: number }>([
        { $match: { userId: _id, live: true } },
        { $group: { _id: null, notes: { $sum: 1 }, words: { $sum: "$length" } } },
        { $project: { _id: 0 } },
      ]);
      const [sums = { notes: 0, words: 0 }] = await totals.toArray();
      await ledgers.updateOne({ _id, changes }, { $set: sums, $unset: { moved: true } });
    }
  }

  async function sweep(): Promise<void> {
    for (const work of [...finish, removeEvents, recount]) {
      if (!(await leases.take("housekeeping"))) return;
      await work();
    }
  }

  const tidy = () =>
    void sweep().catch((error) => warn("Expired documents could not be removed; trying again later.", error));
  const timers = [setTimeout(tidy, FIRST_MS).unref(), setInterval(tidy, EVERY_MS).unref()];
  return { sweep, stop: () => timers.forEach((timer) => clearTimeout(timer)) };
}
