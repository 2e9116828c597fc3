import type { Clock } from "@knote/api";
import type { Collections } from "../collections/collections.ts";
import { insertNew } from "../connection/duplicate-keys.ts";

const ID = "kept";

type History = Pick<Collections, "history">;

/** Stores the present time as the beginning of history, unless an earlier start has stored one. */
export async function beginHistory({ history }: History, clock: Clock): Promise<void> {
  await insertNew(history, [{ _id: ID, since: new Date(clock.now()).toISOString() }]);
}

/** Returns since when the database keeps removed links and archive flags of revisions. */
export async function historySince({ history }: History): Promise<string> {
  // Every start stores it before anything else is read.
  return (await history.findOne({ _id: ID }))!.since;
}

export async function setHistorySince({ history }: History, since: string): Promise<void> {
  await history.updateOne({ _id: ID }, { $set: { since } });
}
