import type { EventOutbox, KeyedEvent } from "../ports/event-outbox.ts";

/** Keeps events in memory, as the document store does. */
export function createOutbox(): EventOutbox & { readonly kept: readonly (KeyedEvent & { readonly userId: string })[] } {
  const kept: (KeyedEvent & { readonly userId: string })[] = [];
  return {
    kept,
    async keep(userId, events) {
      kept.push(...events.map((event) => ({ ...event, userId })));
    },
    async waiting(limit) {
      const byUser = Map.groupBy(kept.slice(0, limit), ({ userId }) => userId);
      return [...byUser].map(([userId, own]) => ({ userId, events: own.map(({ key, event }) => ({ key, event })) }));
    },
    count: async () => kept.length,
    async done(userId, keys) {
      const rest = kept.filter((one) => one.userId !== userId || !keys.includes(one.key));
      kept.splice(0, kept.length, ...rest);
    },
  };
}
