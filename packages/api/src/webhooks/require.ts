import { DomainError, webhookNotFound, invalid } from "../errors.ts";
import type { SecretBox } from "../ports/secret-box.ts";
import type { StoredWebhook } from "../ports/webhook-store.ts";
import type { WebhookContext } from "./webhook-context.ts";

/** Returns a webhook of the caller. */
export async function requireWebhook({ storage, actor }: WebhookContext, id: string): Promise<StoredWebhook> {
  const webhook = await storage.webhooks.get(actor.userId, id);
  if (webhook === null) throw webhookNotFound();
  return webhook;
}

/** Returns what seals secrets; throws when the operator has not set a key. */
export function requireSecretBox({ outlet }: WebhookContext): SecretBox {
  if (outlet.secretBox === null)
    throw new DomainError("UNAVAILABLE", "Webhooks are not set up here: the operator has to set SECRETS_KEY.");
  return outlet.secretBox;
}

/** Throws when the text of an address tells already that it cannot be called; calls nobody. */
export function assertCallable({ outlet }: WebhookContext, url: string): void {
  const problem = outlet.transport.problemOf(url);
  if (problem !== null) throw invalid("url", problem);
}
