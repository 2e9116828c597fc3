import type { WebhookList } from "@knote/contract";
import { webhookView } from "./webhook-view.ts";
import type { WebhookContext } from "./webhook-context.ts";

/** Returns the caller's webhooks, oldest first. */
export async function listWebhooks({ storage, actor, clock }: WebhookContext): Promise<WebhookList> {
  const webhooks = await storage.webhooks.list(actor.userId);
  return { webhooks: webhooks.map((webhook) => webhookView(webhook, clock.now())) };
}
