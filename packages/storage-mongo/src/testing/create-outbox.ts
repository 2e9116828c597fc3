import type { EventOutbox, KeyedEvent } from "../ports/event-outbox.ts";

/** Keeps events in memory, as the document store does. */
export function createOutbox(): EventOutbox & {
  readonly keptEvents: readonly (KeyedEvent & { readonly userId: string })[];
} {
  const keptEvents: (KeyedEvent & { readonly userId: string })[] = [];
  return {
    keptEvents,
    async keep(userId, events) {
      keptEvents.push(...events.map((event) => ({ ...event, userId })));
    },
    async waiting(limit) {
      const byUser = Map.groupBy(keptEvents.slice(0, limit), ({ userId }) => userId);
      return [...byUser].map(([userId, own]) => ({ userId, events: own.map(({ key, event }) => ({ key, event })) }));
    },
    count: async () => keptEvents.length,
    async confirmLogged(userId, keys) {
      const rest = keptEvents.filter((one) => one.userId !== userId || !keys.includes(one.key));
      keptEvents.splice(0, keptEvents.length, ...rest);
    },
  };
}
