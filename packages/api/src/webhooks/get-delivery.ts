import type { DeliveryLog } from "@knote/contract";
import { deliveryNotFound } from "../errors.ts";
import { messageFor } from "./attempts.ts";
import { attemptHeaders } from "./headers.ts";
import { requireWebhook } from "./require.ts";
import type { WebhookContext } from "./webhook-context.ts";

/** Returns a delivery with what is sent, but for signatures, and what came of its last attempts. */
export async function getDelivery(
  ctx: WebhookContext,
  { id, message_id }: { readonly id: string; readonly message_id: string },
): Promise<DeliveryLog> {
  const { storage, actor, clock, version } = ctx;
  const webhook = await requireWebhook(ctx, id);
  const detail = await storage.webhooks.delivery(actor.userId, id, message_id);
  if (detail === null) throw deliveryNotFound();
  const { delivery, log } = detail;
  const message = messageFor(webhook, detail.message);
  const [last] = log;
  const at = last ? Date.parse(last.at) : clock.now();
  const headers = attemptHeaders(message, { number: last?.number ?? 1, isTest: false }, { at, version });
  return { ...delivery, request: { url: webhook.url, headers, body: message.unsignedBody }, log: [...log] };
}
