import { LIMITS } from "@knote/contract";
import type { Storage, StoredWebhook } from "@knote/api";

type Side = Pick<Storage, "webhooks">;

/** Copies a user's webhooks, secrets as they are sealed. What they were given, and how they stand, begins again. */
export async function copyWebhooks(
  { source, target }: { readonly source: Side; readonly target: Side },
  userId: string,
): Promise<void> {
  for (const webhook of await source.webhooks.list(userId)) {
    const { previous, stopped, updatedAt } = webhook;
    const { standing: _standing, waiting: _waiting, ...fields } = webhookFields(webhook);
    // More than any tier allows, as a tier can have become lower.
    await target.webhooks.insert(userId, fields, 10 * LIMITS.webhooksPerTier.agent);
    const change = { previous, updatedAt, ...(stopped !== null && { stopped }) };
    await target.webhooks.change(userId, webhook.id, change);
  }
}

/** Returns what a migration keeps of a webhook. */
export function settingsOf({ standing: _standing, waiting: _waiting, ...settings }: StoredWebhook) {
  return settings;
}

function webhookFields({ previous: _previous, stopped: _stopped, updatedAt: _updatedAt, ...fields }: StoredWebhook) {
  return fields;
}
