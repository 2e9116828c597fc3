import { EVENTS_KEPT_MS, type Clock } from "@knote/api";
import type { Collections } from "../collections/collections.ts";
import type { Leases } from "../outbox/leases.ts";

/** Not while the server starts. */
const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;

export interface Housekeeping {
  /** Removes what is past its time and finishes what was cut short, for all users, in one process at a time. */
  sweep(): Promise<void>;
  stop(): void;
}

interface Parts {
  readonly collections: Collections;
  readonly leases: Leases;
  readonly clock: Clock;
  readonly warn: (message: string, cause: unknown) => void;
  /** What went on when a process died, to be brought to its end. */
  readonly finish: readonly (() => Promise<void>)[];
}

/** Nothing shows what has expired; once an hour it goes for good. Keys, sessions and codes the server removes itself. */
export function keepHouse({ collections, leases, clock, warn, finish }: Parts): Housekeeping {
  const { ledgers, notes } = collections;

  /** Of users without an event for so long; the others' oldest give way to new ones. */
  async function removeEvents(): Promise<void> {
    const old = { lastAt: { $lte: clock.now() - EVENTS_KEPT_MS, $gt: 0 } };
    await ledgers.updateMany(old, { $set: { events: [] }, $unset: { lastAt: true } });
  }

  /** A process that died between a note and its ledger left the counters behind by one. */
  async function countAnew(): Promise<void> {
    for await (const { _id, changes } of ledgers.find({ moved: true }, { projection: { changes: 1 } })) {
      const counted = notes.aggregate<{ notes: number; words: number }>([
        { $match: { userId: _id, live: true } },
        { $group: { _id: null, notes: { $sum: 1 }, words: { $sum: "$length" } } },
        { $project: { _id: 0 } },
      ]);
      const [sums = { notes: 0, words: 0 }] = await counted.toArray();
      await ledgers.updateOne({ _id, changes }, { $set: sums, $unset: { moved: true } });
    }
  }

  async function sweep(): Promise<void> {
    for (const work of [...finish, removeEvents, countAnew]) {
      if (!(await leases.take("housekeeping"))) return;
      await work();
    }
  }

  const tidy = () =>
    void sweep().catch((error) => warn("What has expired could not be removed; it is tried again.", error));
  const timers = [setTimeout(tidy, FIRST_MS).unref(), setInterval(tidy, EVERY_MS).unref()];
  return { sweep, stop: () => timers.forEach((timer) => clearTimeout(timer)) };
}
