import { webhookNotFound } from "../errors.ts";
import type { WebhookContext } from "./webhook-context.ts";

/** Removes a webhook with its deliveries. An attempt under way may end. */
export async function deleteWebhook({ storage, actor, outlet }: WebhookContext, id: string): Promise<void> {
  if (!(await storage.webhooks.delete(actor.userId, id))) throw webhookNotFound();
  outlet.refresh(actor.userId);
}
