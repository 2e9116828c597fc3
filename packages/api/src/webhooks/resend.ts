import type { ResendRangeInput, Resent } from "@knote/contract";
import { conflict, deliveryNotFound } from "../errors.ts";
import type { ResendSelection, StoredWebhook } from "../ports/webhook-store.ts";
import { assertRange } from "./assert-range.ts";
import { requireWebhook } from "./require.ts";
import type { WebhookContext } from "./webhook-context.ts";

/** Makes a delivery that has ended wait again, with the same id and body. */
export async function resendDelivery(
  ctx: WebhookContext,
  { id, message_id }: { readonly id: string; readonly message_id: string },
): Promise<Resent> {
  const webhook = await requireWebhook(ctx, id);
  if ((await ctx.storage.webhooks.delivery(ctx.actor.userId, id, message_id)) === null) throw deliveryNotFound();
  const resent = await resend(ctx, webhook, { messageId: message_id });
  if (resent.resent === 0) throw deliveryNotFound();
  return resent;
}

/** Makes deliveries of a range of time wait again: those that failed, or all that have ended. */
export async function resendRange(
  ctx: WebhookContext,
  { id, ...range }: ResendRangeInput & { readonly id: string },
): Promise<Resent> {
  assertRange(range);
  return await resend(ctx, await requireWebhook(ctx, id), range);
}

async function resend(ctx: WebhookContext, { id, stopped }: StoredWebhook, which: ResendSelection): Promise<Resent> {
  if (stopped !== null) throw conflict("This webhook is stopped; start it first.");
  const resent = await ctx.storage.webhooks.resend(ctx.actor.userId, id, which, ctx.clock.now());
  if (resent === "waiting") throw conflict("This delivery is still waiting.");
  if (resent === "too-many") throw conflict("More than 10,000 deliveries are in this range; choose a shorter one.");
  return { resent };
}
