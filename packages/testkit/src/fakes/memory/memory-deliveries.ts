import { LIMITS, type Delivery } from "@knote/contract";
import type { DeliveryFilter, DueDelivery, ResendSelection, WebhookStore } from "@knote/api";
import type { KeptDelivery, KeptWebhook } from "./kept-webhook.ts";

type Find = (userId: string, id: string) => KeptWebhook | null;

/** Creates the part of the store that reads deliveries and resends them. */
export function createMemoryDeliveries(
  find: Find,
  wake: () => void,
): Pick<WebhookStore, "deliveries" | "delivery" | "resend" | "due"> {
  return {
    async deliveries(userId, id, filter, { limit, after }) {
      const matches = [...(find(userId, id)?.deliveries.values() ?? [])]
        .filter((delivery) => isSelected(delivery, filter))
        .toSorted((one, other) => (one.message.id < other.message.id ? 1 : -1))
        .filter(({ message }) => after === undefined || message.id < after);
      const page = matches.slice(0, limit).map(viewOf);
      return { deliveries: page, next: matches.length > limit ? page.at(-1)!.id : null };
    },
    async delivery(userId, id, messageId) {
      const delivery = find(userId, id)?.deliveries.get(messageId);
      if (!delivery) return null;
      return { delivery: viewOf(delivery), message: delivery.message, log: [...delivery.log] };
    },
    async resend(userId, id, which, now) {
      const keptWebhook = find(userId, id);
      if (keptWebhook === null) return 0;
      const deliveries = toResend(keptWebhook, which);
      if (deliveries.some(({ result }) => result === "waiting")) return "waiting";
      const waitingCount = [...keptWebhook.deliveries.values()].filter(({ result }) => result === "waiting").length;
      if (deliveries.length > LIMITS.deliveriesResent) return "too-many";
      if (deliveries.length + waitingCount > LIMITS.deliveriesWaiting) return "too-many";
      const again = { result: "waiting", step: 0, isResent: true, dueAt: now, waitsSince: now, endedAt: null } as const;
      for (const delivery of deliveries) Object.assign(delivery, again);
      keptWebhook.arrivals += deliveries.length;
      if (deliveries.length > 0) wake();
      return deliveries.length;
    },
    async due({ userId, webhook: { id } }, now, { limit, untriedFirst = false }) {
      const rank = ({ attempts }: KeptDelivery) => (untriedFirst && attempts > 0 ? 1 : 0);
      return [...(find(userId, id)?.deliveries.values() ?? [])]
        .filter(({ result, dueAt }) => result === "waiting" && dueAt! <= now)
        .toSorted((one, other) => rank(one) - rank(other) || longestDueFirst(one, other))
        .slice(0, limit)
        .map(({ message, attempts, step, isResent, dueAt, waitsSince }): DueDelivery => {
          return { message, attempts, step, isResent, dueAt: dueAt!, waitsSince };
        });
    },
  };
}

/** Returns the deliveries of a selection; of a range, those that have ended. */
function toResend({ deliveries }: KeptWebhook, which: ResendSelection): KeptDelivery[] {
  if ("messageId" in which) return [deliveries.get(which.messageId) ?? []].flat();
  const { since, until, result } = which;
  return [...deliveries.values()].filter(
    (delivery) =>
      isSelected(delivery, { since, until }) &&
      (result === "all" ? delivery.result !== "waiting" : delivery.result === result),
  );
}

function isSelected({ message, result }: KeptDelivery, filter: DeliveryFilter): boolean {
  return (
    (filter.result === undefined || filter.result === result) &&
    (filter.event === undefined || filter.event === message.event) &&
    (filter.since === undefined || message.timestamp >= filter.since) &&
    (filter.until === undefined || message.timestamp < filter.until)
  );
}

function longestDueFirst(one: KeptDelivery, other: KeptDelivery): number {
  return one.dueAt! - other.dueAt! || (one.message.id < other.message.id ? -1 : 1);
}

function viewOf({ message, result, attempts, dueAt, endedAt }: KeptDelivery): Delivery {
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  const times = { next_attempt_at: iso(dueAt), ended_at: iso(endedAt) };
  return { id: message.id, event: message.event, timestamp: message.timestamp, result, attempts, ...times };
}
