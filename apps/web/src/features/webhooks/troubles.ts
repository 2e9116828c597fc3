import type { Webhook } from "@knote/contract";

const KEY = "knote.webhooks.seen";
const DAY_MS = 86_400_000;

/** Returns what is wrong with webhooks that nobody stopped by hand: one line for each trouble, the same until it ends. */
export function troublesOf(webhooks: readonly Webhook[], now: number): string[] {
  return webhooks.flatMap(({ id, stopped_because: reason, failing_since: since }) => {
    if (reason !== null) return reason === "owner" ? [] : [`${id} ${reason}`];
    return since !== null && Date.parse(since) <= now - DAY_MS ? [`${id} ${since}`] : [];
  });
}

/** Returns the troubles that the owner has not looked at in this browser. */
export function unseenTroubles(storage: Storage, troubles: readonly string[]): string[] {
  const seenTroubles = new Set((storage.getItem(KEY) ?? "").split("\n"));
  return troubles.filter((trouble) => !seenTroubles.has(trouble));
}

/** Remembers that the owner has seen these troubles; those that ended are forgotten. */
export function markSeen(storage: Storage, troubles: readonly string[]): void {
  storage.setItem(KEY, troubles.join("\n"));
}
