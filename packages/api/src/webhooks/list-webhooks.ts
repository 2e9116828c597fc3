import type { WebhookList } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { webhookView } from "./webhook-view.ts";

/** Returns the caller's webhooks, oldest first. */
export async function listWebhooks({ storage, actor, clock }: ServiceContext): Promise<WebhookList> {
  const webhooks = await storage.webhooks.list(actor.userId);
  return { webhooks: webhooks.map((webhook) => webhookView(webhook, clock.now())) };
}
