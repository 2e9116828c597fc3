import { conflict, type Clock } from "@knote/api";
import type { Collections } from "../mongo/collections/collections.ts";

/** The lease on reading due notes, which every server takes all the time. */
const INDEXING = /^index /;

/** Rejects with CONFLICT while a server uses the database, and for a minute after one was killed. */
export async function assertNotServed({ leases }: Pick<Collections, "leases">, clock: Clock): Promise<void> {
  const lease = await leases.findOne({ _id: INDEXING, until: { $gt: clock.now() } });
  if (lease)
    throw conflict(
      "A Knote server uses the database, or did until less than a minute ago: stop all servers, and wait if one was killed.",
    );
}
