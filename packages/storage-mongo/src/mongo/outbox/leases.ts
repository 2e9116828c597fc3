import { randomUUID } from "node:crypto";
import type { Clock } from "@knote/api";
import { insertNew } from "../connection/duplicate-keys.ts";
import type { Collections } from "../collections/collections.ts";

/** How long a process that died holds others up. */
const LEASE_MS = 60_000;

/** Gives work to one process at a time; another takes over when that one dies. */
export interface Leases {
  /** Takes or renews the work for this process; false if another has it. To be called before each step of the work. */
  take(work: string): Promise<boolean>;
  /** Leaves this work to others. */
  leave(work: string): Promise<void>;
  /** Leaves all work to others. */
  release(): Promise<void>;
}

interface LeaseDeps {
  readonly collections: Pick<Collections, "leases">;
  readonly clock: Clock;
}

/** Compares the clocks of processes: their differences must be small against a minute. */
export function createLeases({ collections: { leases }, clock }: LeaseDeps): Leases {
  const holder = randomUUID();
  const heldUntil = new Map<string, number>();

  async function insert(work: string, until: number): Promise<boolean> {
    return (await insertNew(leases, [{ _id: work, holder, until }])).length > 0;
  }

  /** Takes a lease that is this process's or has expired. */
  async function change(work: string, until: number, now: number): Promise<boolean> {
    const free = { _id: work, $or: [{ holder }, { until: { $lte: now } }] };
    return (await leases.updateOne(free, { $set: { holder, until } })).matchedCount > 0;
  }

  async function renew(work: string): Promise<boolean> {
    const now = clock.now();
    const until = now + LEASE_MS;
    // An upsert could do both, but some servers acknowledge two concurrent ones.
    const isTaken = (!heldUntil.has(work) && (await insert(work, until))) || (await change(work, until, now));
    heldUntil.delete(work);
    if (isTaken) heldUntil.set(work, until);
    return isTaken;
  }

  return {
    take: async (work) => (heldUntil.get(work) ?? 0) - clock.now() > LEASE_MS / 2 || (await renew(work)),
    async leave(work) {
      heldUntil.delete(work);
      await leases.deleteOne({ _id: work, holder });
    },
    async release() {
      heldUntil.clear();
      await leases.deleteMany({ holder });
    },
  };
}
