import { setTimeout as wait } from "node:timers/promises";
import { EvalError } from "../eval-error.ts";
import type { ServiceClient } from "../service/service-client.ts";

const PAUSE_MS = 250;
/** Polls with nothing pending until it is believed: while the store is slow, the service reports 0 for a moment. */
const QUIET_POLLS = 3;
const STUCK_MS = 300_000;

/** Waits until the service has indexed all notes. */
export async function untilIndexed(client: ServiceClient, onPending: (pending: number) => void): Promise<void> {
  let last = -1;
  let movedAt = performance.now();
  for (let quietPolls = 0; quietPolls < QUIET_POLLS;) {
    const { pending } = await client.health();
    quietPolls = pending === 0 ? quietPolls + 1 : 0;
    if (pending !== last) movedAt = performance.now();
    if (performance.now() - movedAt > STUCK_MS)
      throw new EvalError(`Indexing makes no progress: ${pending} notes are still to be indexed.`);
    last = pending;
    onPending(pending);
    if (quietPolls < QUIET_POLLS) await wait(PAUSE_MS);
  }
}
