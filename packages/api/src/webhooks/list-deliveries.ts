import type { DeliveryList, ListDeliveriesInput } from "@knote/contract";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { requireWebhook } from "./require.ts";
import { assertRange } from "./assert-range.ts";
import type { WebhookContext } from "./webhook-context.ts";

/** Lists what waits for a webhook and what has ended, newest first. */
export async function listDeliveries(
  ctx: WebhookContext,
  { id, limit, cursor, ...filter }: ListDeliveriesInput & { readonly id: string },
): Promise<DeliveryList & { next: string | null }> {
  assertRange(filter);
  // Safe because `decodeCursor` checks the kinds.
  const after = cursor === undefined ? undefined : (decodeCursor(cursor, ["string"])[0] as string);
  await requireWebhook(ctx, id);
  const { deliveries, next } = await ctx.storage.webhooks.deliveries(ctx.actor.userId, id, filter, { limit, after });
  return { deliveries: [...deliveries], next: next && encodeCursor([next]) };
}
