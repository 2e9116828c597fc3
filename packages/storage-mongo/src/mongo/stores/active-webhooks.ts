import type { PlannedEvent } from "@knote/contract";
import type { Collections } from "../collections/collections.ts";
import { ALL } from "./webhook-document.ts";
import type { Owners } from "./owners.ts";

/** How late a process sees webhooks that another one stored or changed. */
const REFRESH_MS = 5_000;

/** Which users have webhooks, and which events these want, so that all other users cost nothing. */
export interface ActiveWebhooks {
  wants(sub: string, event: PlannedEvent): boolean;
  /** Whether the owner has any webhook, active or not. */
  isKnown(userId: string): boolean;
  /** Reads them anew. */
  refresh(): Promise<void>;
  stop(): void;
}

interface ActiveWebhooksDeps {
  readonly collections: Pick<Collections, "webhooks">;
  readonly owners: Pick<Owners, "subsOf">;
  readonly warn: (message: string, cause: unknown) => void;
  readonly refreshMs?: number | undefined;
}

export function createActiveWebhooks({
  collections: { webhooks },
  owners,
  warn,
  refreshMs = REFRESH_MS,
}: ActiveWebhooksDeps): ActiveWebhooks {
  let eventsBySub = new Map<string, Set<string>>();
  let knownOwners = new Set<string>();
  let reads = 0;

  async function refresh(): Promise<void> {
    const read = ++reads;
    const rows = await webhooks.find(ALL, { projection: { userId: 1, events: 1, active: 1 } }).toArray();
    const activeRows = rows.filter(({ active }) => active);
    const subs =
      activeRows.length === 0 ? new Map() : await owners.subsOf(new Set(activeRows.map(({ userId }) => userId)));
    // A read that began later has seen more.
    if (read !== reads) return;
    const fresh = new Map<string, Set<string>>();
    for (const { userId, events } of activeRows) {
      const sub = subs.get(userId);
      if (sub !== undefined) fresh.set(sub, new Set([...(fresh.get(sub) ?? []), ...events]));
    }
    eventsBySub = fresh;
    knownOwners = new Set(rows.map(({ userId }) => userId));
  }

  const timer = setInterval(
    () => void refresh().catch((error) => warn("Webhooks could not be read; trying again soon.", error)),
    refreshMs,
  );
  timer.unref();

  return {
    wants: (sub, event) => eventsBySub.get(sub)?.has(event) === true,
    isKnown: (userId) => knownOwners.has(userId),
    refresh,
    stop: () => clearInterval(timer),
  };
}
