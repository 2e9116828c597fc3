import type { Webhook } from "@knote/contract";
import type { StoredWebhook } from "../ports/webhook-store.ts";

/** Returns a webhook as its owner sees it at this time. */
export function webhookView(webhook: StoredWebhook, now: number): Webhook {
  const { standing, previous, stopped } = webhook;
  return {
    id: webhook.id,
    name: webhook.name,
    url: webhook.url,
    events: [...webhook.events],
    payload: webhook.payload,
    active: stopped === null,
    stopped_because: stopped,
    failing_since: isoOrNull(standing.failingSince),
    waiting: webhook.waiting,
    last_delivered_at: isoOrNull(standing.lastDeliveredAt),
    previous_secret_until: previous !== null && previous.until > now ? isoOrNull(previous.until) : null,
    made_with: webhook.madeWith,
    created_at: isoOrNull(webhook.createdAt)!,
    updated_at: isoOrNull(webhook.updatedAt)!,
  };
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
