import { LIMITS, type UpdateWebhookInput, type Webhook } from "@knote/contract";
import { conflict, webhookNotFound } from "../errors.ts";
import type { StoredWebhook, WebhookChange } from "../ports/webhook-store.ts";
import { assertCallable, requireWebhook } from "./require.ts";
import { webhookView } from "./webhook-view.ts";
import type { WebhookContext } from "./webhook-context.ts";

/** Changes, stops or starts a webhook. When it is started, what waits for it is sent. */
export async function updateWebhook(
  ctx: WebhookContext,
  { id, active, url, events, payload, name }: UpdateWebhookInput & { readonly id: string },
): Promise<Webhook> {
  const { storage, actor, clock, outlet } = ctx;
  const webhook = await requireWebhook(ctx, id);
  if (url !== undefined) assertCallable(ctx, url);
  const isStarted = active === true && webhook.stopped !== null;
  const isStopped = active === false && webhook.stopped === null;
  if (isStarted) await assertMayStart(ctx);
  const change: WebhookChange = {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events }),
    ...(payload !== undefined && { payload }),
    ...(name !== undefined && { name }),
    ...sealedAnew(ctx, webhook),
    ...(isStarted && { stopped: null }),
    ...(isStopped && { stopped: "owner" }),
    updatedAt: clock.now(),
  };
  const changedWebhook = await storage.webhooks.change(actor.userId, id, change);
  if (changedWebhook === null) throw webhookNotFound();
  outlet.refresh(actor.userId);
  return webhookView(changedWebhook, clock.now());
}

/** After a downgrade only so many webhooks of a user are active. */
async function assertMayStart({ storage, actor }: WebhookContext): Promise<void> {
  const most = LIMITS.webhooksPerTier[actor.tier];
  const active = (await storage.webhooks.list(actor.userId)).filter(({ stopped }) => stopped === null);
  if (active.length >= most)
    throw conflict(`The tier ${actor.tier} allows ${most} active webhooks. Stop one or upgrade your tier.`);
}

/** Seals a secret with the newest key when an earlier one sealed it. */
function sealedAnew({ outlet: { secretBox }, actor }: WebhookContext, { id, secret }: StoredWebhook): object {
  if (secretBox === null || secretBox.isCurrent(secret)) return {};
  const owner = { userId: actor.userId, webhookId: id };
  const text = secretBox.open(secret, owner);
  return text === null ? {} : { secret: secretBox.seal(text, owner) };
}
