import type { Collections } from "../collections/collections.ts";
import type { WebhookDocument } from "../collections/webhooks.ts";

/** What waits for a webhook, by its deliveries themselves. */
export interface Backlog {
  readonly waiting: number;
  /** When the first of it is due; null when nothing waits. */
  readonly dueAt: number | null;
}

export async function backlogOf(
  deliveries: Collections["deliveries"],
  { _id: webhookId, userId }: Pick<WebhookDocument, "_id" | "userId">,
): Promise<Backlog> {
  const waitingDeliveries = { userId, webhookId, dueAt: { $exists: true } };
  const [first] = await deliveries
    .find(waitingDeliveries, { projection: { dueAt: 1 } })
    .sort({ dueAt: 1 })
    .limit(1)
    .toArray();
  if (first?.dueAt === undefined) return { waiting: 0, dueAt: null };
  return { waiting: await deliveries.countDocuments(waitingDeliveries), dueAt: first.dueAt };
}
