import type { RotatedSecret, RotateSecretInput } from "@knote/contract";
import { webhookNotFound } from "../errors.ts";
import { newSecret } from "./new-secret.ts";
import { requireSecretBox, requireWebhook } from "./require.ts";
import type { WebhookContext } from "./webhook-context.ts";

const HOUR_MS = 3_600_000;

/** Gives a webhook another secret; for a while the earlier one signs as well, so that the receiver can switch. */
export async function rotateSecret(
  ctx: WebhookContext,
  { id, secret: givenSecret, overlap_hours }: RotateSecretInput & { readonly id: string },
): Promise<RotatedSecret> {
  const { storage, actor, clock, outlet } = ctx;
  const secretBox = requireSecretBox(ctx);
  const webhook = await requireWebhook(ctx, id);
  const owner = { userId: actor.userId, webhookId: id };
  const secret = givenSecret ?? newSecret();
  const now = clock.now();
  const earlier = overlap_hours === 0 ? null : secretBox.open(webhook.secret, owner);
  const previous =
    earlier === null ? null : { sealed: secretBox.seal(earlier, owner), until: now + overlap_hours * HOUR_MS };
  const change = { secret: secretBox.seal(secret, owner), previous, updatedAt: now };
  if ((await storage.webhooks.change(actor.userId, id, change)) === null) throw webhookNotFound();
  outlet.refresh(actor.userId);
  return {
    ...(givenSecret === undefined && { secret }),
    previous_secret_until: previous && new Date(previous.until).toISOString(),
  };
}
