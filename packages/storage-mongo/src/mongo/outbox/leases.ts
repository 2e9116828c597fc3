import { randomUUID } from "node:crypto";
import type { Clock } from "@knote/api";
import { insertNew } from "../connection/duplicate-keys.ts";
import type { Collections } from "../collections/collections.ts";

/** A process that dies holds others up for so long. */
const LEASE_MS = 60_000;

/** Work that one process does at a time, and another takes over when that one dies. */
export interface Leases {
  /** Whether the work is this process's now; to be asked again before each stretch of it. */
  take(work: string): Promise<boolean>;
  /** Leaves this work to others. */
  leave(work: string): Promise<void>;
  /** Leaves all work to others. */
  release(): Promise<void>;
}

interface Parts {
  readonly collections: Pick<Collections, "leases">;
  readonly clock: Clock;
}

/** By the clocks of the processes: their differences have to be small beside a minute. */
export function createLeases({ collections: { leases }, clock }: Parts): Leases {
  const holder = randomUUID();
  const held = new Map<string, number>();

  async function insert(work: string, until: number): Promise<boolean> {
    return (await insertNew(leases, [{ _id: work, holder, until }])).length > 0;
  }

  /** Of one that is ours or has ended. */
  async function change(work: string, until: number, now: number): Promise<boolean> {
    const free = { _id: work, $or: [{ holder }, { until: { $lte: now } }] };
    return (await leases.updateOne(free, { $set: { holder, until } })).matchedCount > 0;
  }

  async function renew(work: string): Promise<boolean> {
    const now = clock.now();
    const until = now + LEASE_MS;
    // An upsert would do both, but of two at once some servers acknowledge both.
    const isTaken = (!held.has(work) && (await insert(work, until))) || (await change(work, until, now));
    held.delete(work);
    if (isTaken) held.set(work, until);
    return isTaken;
  }

  return {
    take: async (work) => (held.get(work) ?? 0) - clock.now() > LEASE_MS / 2 || (await renew(work)),
    async leave(work) {
      held.delete(work);
      await leases.deleteOne({ _id: work, holder });
    },
    async release() {
      held.clear();
      await leases.deleteMany({ holder });
    },
  };
}
