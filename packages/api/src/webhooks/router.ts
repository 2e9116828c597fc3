import {
  Attempt,
  CreatedWebhook,
  DeliveryList,
  DeliveryLog,
  ListDeliveriesInput,
  NewWebhookInput,
  ResendRangeInput,
  Resent,
  RotatedSecret,
  RotateSecretInput,
  TestWebhookInput,
  UpdateWebhookInput,
  Webhook,
  WebhookList,
  LIMITS,
} from "@knote/contract";
import * as z from "zod";
import {
  EXAMPLE_ATTEMPT,
  EXAMPLE_CREATED_WEBHOOK,
  EXAMPLE_DELIVERY,
  EXAMPLE_DELIVERY_LOG,
  EXAMPLE_NEW_WEBHOOK,
  EXAMPLE_WEBHOOK,
} from "../examples.ts";
import { procedure, router } from "../trpc.ts";
import { createWebhook } from "./create-webhook.ts";
import { deleteWebhook } from "./delete-webhook.ts";
import { getDelivery } from "./get-delivery.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { listWebhooks } from "./list-webhooks.ts";
import { requireWebhook } from "./require.ts";
import { resendDelivery, resendRange } from "./resend.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { testWebhook } from "./test-webhook.ts";
import { updateWebhook } from "./update-webhook.ts";
import { webhookView } from "./webhook-view.ts";

const tags = ["Webhooks"];
const path = "/api/webhooks";
const ofWebhook = z.object({ id: z.string() });
const ofDelivery = ofWebhook.extend({ message_id: z.string() });
const reading = { access: "notes:read", work: "read", abortable: false, errors: ["NOT_FOUND"] } as const;
const writing = { access: "webhooks", work: "write", abortable: false, errors: ["NOT_FOUND"] } as const;

/** Users' addresses that are sent events, and the log of what was sent. */
export const webhooksRouter = router({
  create: procedure({
    ...writing,
    errors: ["CONFLICT"],
    status: 201,
    openapi: {
      method: "POST",
      path,
      tags,
      summary: "Register a webhook",
      description: "Calls nobody: `POST /api/webhooks/{id}/test` does. An `Idempotency-Key` is not taken.",
      example: { request: EXAMPLE_NEW_WEBHOOK, response: EXAMPLE_CREATED_WEBHOOK },
    },
  })
    .input(NewWebhookInput)
    .output(CreatedWebhook)
    .mutation(({ ctx, input }) => createWebhook(ctx, input)),

  list: procedure({
    ...reading,
    errors: [],
    openapi: {
      method: "GET",
      path,
      tags,
      summary: "Your webhooks, oldest first",
      example: { response: { webhooks: [EXAMPLE_WEBHOOK] } },
    },
  })
    .output(WebhookList)
    .query(({ ctx }) => listWebhooks(ctx)),

  get: procedure({
    ...reading,
    openapi: {
      method: "GET",
      path: `${path}/{id}`,
      tags,
      summary: "A webhook",
      example: { response: EXAMPLE_WEBHOOK },
    },
  })
    .input(ofWebhook)
    .output(Webhook)
    .query(async ({ ctx, input }) => webhookView(await requireWebhook(ctx, input.id), ctx.clock.now())),

  update: procedure({
    ...writing,
    errors: ["NOT_FOUND", "CONFLICT"],
    openapi: {
      method: "PUT",
      path: `${path}/{id}`,
      tags,
      summary: "Change, stop or start a webhook",
      example: { request: { active: false }, response: EXAMPLE_WEBHOOK },
    },
  })
    .input(UpdateWebhookInput.extend({ id: z.string() }))
    .output(Webhook)
    .mutation(({ ctx, input }) => updateWebhook(ctx, input)),

  delete: procedure({
    ...writing,
    status: 204,
    openapi: { method: "DELETE", path: `${path}/{id}`, tags, summary: "Delete a webhook with its deliveries" },
  })
    .input(ofWebhook)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteWebhook(ctx, input.id)),

  rotate: procedure({
    ...writing,
    openapi: {
      method: "POST",
      path: `${path}/{id}/rotate`,
      tags,
      summary: "Give a webhook another secret",
      description:
        "Until `previous_secret_until` the headers carry the signatures of both secrets, and the body carries that of the earlier one.",
      example: {
        request: { overlap_hours: 24 },
        response: { secret: EXAMPLE_CREATED_WEBHOOK.secret, previous_secret_until: "2026-03-02T12:00:00.000Z" },
      },
    },
  })
    .input(RotateSecretInput.extend({ id: z.string() }))
    .output(RotatedSecret)
    .mutation(({ ctx, input }) => rotateSecret(ctx, input)),

  test: procedure({
    ...writing,
    work: "outward",
    abortable: true,
    errors: ["NOT_FOUND", "CONFLICT", "LIMIT_EXCEEDED"],
    callsPerMinute: LIMITS.webhookTestsPerMinute,
    tooManyCalls: "Too many tests; try again in a minute.",
    openapi: {
      method: "POST",
      path: `${path}/{id}/test`,
      tags,
      summary: "Send a made-up note to a webhook, and see what comes back",
      description: "Waits for the receiver, 15 seconds at most. It is not logged, and never attempted again.",
      example: { request: {}, response: EXAMPLE_ATTEMPT },
    },
  })
    .input(TestWebhookInput.extend({ id: z.string() }))
    .output(Attempt)
    .mutation(({ ctx, input }) => testWebhook(ctx, input)),

  deliveries: procedure({
    ...reading,
    isPaged: true,
    openapi: {
      method: "GET",
      path: `${path}/{id}/deliveries`,
      tags,
      summary: "What waits for a webhook and what has ended, newest first",
      example: { response: { deliveries: [EXAMPLE_DELIVERY] } },
    },
  })
    .input(ListDeliveriesInput.extend({ id: z.string() }))
    .output(DeliveryList.extend({ next: z.string().nullable() }))
    .query(({ ctx, input }) => listDeliveries(ctx, input)),

  delivery: procedure({
    ...reading,
    openapi: {
      method: "GET",
      path: `${path}/{id}/deliveries/{message_id}`,
      tags,
      summary: "A delivery with its request and what came of its attempts",
      example: { response: EXAMPLE_DELIVERY_LOG },
    },
  })
    .input(ofDelivery)
    .output(DeliveryLog)
    .query(({ ctx, input }) => getDelivery(ctx, input)),

  resend: procedure({
    ...writing,
    errors: ["NOT_FOUND", "CONFLICT"],
    status: 202,
    openapi: {
      method: "POST",
      path: `${path}/{id}/deliveries/{message_id}/resend`,
      tags,
      summary: "Send a delivery again, with the same id and body",
      example: { response: { resent: 1 } },
    },
  })
    .input(ofDelivery)
    .output(Resent)
    .mutation(({ ctx, input }) => resendDelivery(ctx, input)),

  resendRange: procedure({
    ...writing,
    errors: ["NOT_FOUND", "CONFLICT"],
    status: 202,
    openapi: {
      method: "POST",
      path: `${path}/{id}/resend`,
      tags,
      summary: "Send the deliveries of a range of time again, oldest first",
      example: {
        request: { since: "2026-03-01T00:00:00Z", until: "2026-03-02T00:00:00Z" },
        response: { resent: 12 },
      },
    },
  })
    .input(ResendRangeInput.extend({ id: z.string() }))
    .output(Resent)
    .mutation(({ ctx, input }) => resendRange(ctx, input)),
});
