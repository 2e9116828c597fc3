import { EVENT_RETENTION_MS, type ActivityLog, type Clock } from "@knote/api";
import type { EventFeeds } from "./event-feeds.ts";
import { seqIn } from "./event-ids.ts";
import type { Ledgers } from "./ledgers.ts";
import type { NumberedEvent } from "./numbered-event.ts";
import type { Owners } from "./owners.ts";

interface ActivityLogDeps {
  readonly owners: Owners;
  readonly ledgers: Ledgers;
  readonly feeds: EventFeeds;
  readonly clock: Clock;
}

/** Keeps events in the ledger and notifies this process. With Redis, `createRedisActivity` replaces it. */
export function createActivityLog({ owners, ledgers, feeds, clock }: ActivityLogDeps): ActivityLog {
  async function readRecent(
    sub: string,
  ): Promise<{ readonly owner: string; readonly events: readonly NumberedEvent[] }> {
    const owner = await owners.find(sub);
    if (owner === null) return { owner: "", events: [] };
    const oldest = clock.now() - EVENT_RETENTION_MS;
    return { owner: owner.id, events: (await ledgers.eventsOf(owner.id)).filter(({ at }) => at > oldest) };
  }

  return {
    async append(sub, events) {
      await ledgers.record(await owners.ensure(sub), { notices: events.map((event) => ({ event })) });
    },
    async replay(sub, afterId) {
      const { owner, events } = await readRecent(sub);
      const last = seqIn(owner, afterId);
      const place = events.findIndex(({ seq }) => seq === last);
      return events.slice(place + 1).map(({ loggedEvent }) => loggedEvent);
    },
    async latest(sub, limit) {
      const { events } = await readRecent(sub);
      return events
        .toReversed()
        .slice(0, limit)
        .map(({ loggedEvent }) => loggedEvent);
    },
    subscribe: feeds.subscribe,
  };
}
