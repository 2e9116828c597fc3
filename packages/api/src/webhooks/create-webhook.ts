import { type CreatedWebhook, LIMITS, type NewWebhookInput } from "@knote/contract";
import type { Actor } from "../actor.ts";
import { conflict } from "../errors.ts";
import { FIRST_STANDING, type NewWebhook } from "../ports/webhook-store.ts";
import { newSecret } from "./new-secret.ts";
import { assertCallable, requireSecretBox } from "./require.ts";
import { webhookView } from "./webhook-view.ts";
import type { WebhookContext } from "./webhook-context.ts";

/** Registers a webhook; calls nobody. Returns the secret if Knote made it, only this once. */
export async function createWebhook(ctx: WebhookContext, input: NewWebhookInput): Promise<CreatedWebhook> {
  const { storage, actor, clock } = ctx;
  const secretBox = requireSecretBox(ctx);
  assertCallable(ctx, input.url);
  const [id, now] = [ctx.newId(), clock.now()];
  const secret = input.secret ?? newSecret();
  const webhook: NewWebhook = {
    id,
    url: input.url,
    events: input.events,
    payload: input.payload,
    name: input.name,
    secret: secretBox.seal(secret, { userId: actor.userId, webhookId: id }),
    madeWith: makerOf(actor),
    createdAt: now,
  };
  const most = LIMITS.webhooksPerTier[actor.tier];
  if (!(await storage.webhooks.insert(actor.userId, webhook, most)))
    throw conflict(
      `You have ${most} webhooks, as many as the tier ${actor.tier} allows. Delete one or upgrade your tier.`,
    );
  const standing = { ...FIRST_STANDING, lastDeliveredAt: null };
  const storedWebhook = { ...webhook, previous: null, stopped: null, standing, waiting: 0, updatedAt: now };
  return { ...webhookView(storedWebhook, now), ...(input.secret === undefined && { secret }) };
}

/** An owner should see what planted a webhook, as it outlives the token. */
function makerOf({ credential }: Actor): string {
  return credential === undefined || credential.kind === "access" ? "sign-in" : `token: ${credential.name}`;
}
