import type { Attempt, PlannedEvent, TestWebhookInput } from "@knote/contract";
import { conflict, DomainError } from "../errors.ts";
import { timestamp } from "../time.ts";
import { attemptEntry, messageFor } from "./attempts.ts";
import { createReceiver } from "./receiver.ts";
import { requireSecretBox, requireWebhook } from "./require.ts";
import type { WebhookContext } from "./webhook-context.ts";

const TITLE = "This is a test of Knote's webhooks";

/** What the detailed body of a test says, as if of one note. */
function detailOf(event: PlannedEvent, id: string, at: string): object {
  const note = { id, title: TITLE, note_type: "fact" };
  const state = { state: "active", tags: [], importance: 0.5, revision: 1, updated_at: at };
  const usage = { counter: "queries", limit: 50, resets_at: at };
  const details: Record<PlannedEvent, object> = {
    "note.created": state,
    "note.updated": { ...state, revision: 2, changed: ["title"] },
    "note.contested": { by: note },
    "link.created": { source_id: id, target_id: id, relation: "relates_to", created_at: at },
    "recall.query": { model: "test" },
    "quota.warning": { ...usage, used: 40 },
    "quota.exceeded": { ...usage, used: 50 },
  };
  return details[event];
}

/** Sends a made-up note to a webhook at once, also to one that is stopped. It is not logged. */
export async function testWebhook(
  ctx: WebhookContext,
  { id, event }: TestWebhookInput & { readonly id: string },
): Promise<Attempt> {
  const { actor, clock, outlet, signal } = ctx;
  if (!outlet.isSending)
    throw new DomainError("UNAVAILABLE", "This server sends no webhooks: WEBHOOK_AT_ONCE is 0 here.");
  const secretBox = requireSecretBox(ctx);
  const webhook = await requireWebhook(ctx, id);
  const startedAt = clock.now();
  const secrets = createReceiver(secretBox, { userId: actor.userId, webhookId: id }).secrets(webhook, startedAt);
  if (secrets === null) throw conflict("The secret of this webhook can no longer be decrypted; rotate it first.");
  const testedEvent = event ?? webhook.events[0]!;
  const result = await outlet.transport.send({
    webhookId: id,
    url: webhook.url,
    message: messageFor(webhook, messageOf(ctx, testedEvent)),
    secrets,
    number: 1,
    isTest: true,
    ...(signal && { signal }),
  });
  return attemptEntry(1, "test", { startedAt, endedAt: clock.now(), result });
}

function messageOf(ctx: WebhookContext, event: PlannedEvent) {
  const [id, at] = [ctx.newId(), timestamp(ctx)];
  return {
    id: `msg_${ctx.newId().replaceAll("-", "")}`,
    event,
    timestamp: at,
    data: JSON.stringify({ id, title: TITLE, note_type: "fact" }),
    detail: JSON.stringify(detailOf(event, id, at)),
  };
}
