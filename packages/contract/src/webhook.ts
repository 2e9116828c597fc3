import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { Timestamp } from "./note.ts";
import { Cursor, pageLimit } from "./paging.ts";
import { boundedText } from "./text.ts";

/** The events that webhooks can be sent, in the order of the interface. */
export const PLANNED_EVENTS = [
  "note.created",
  "note.updated",
  "note.contested",
  "link.created",
  "recall.query",
  "quota.warning",
  "quota.exceeded",
] as const;
export const PlannedEvent = z
  .enum(PLANNED_EVENTS, { error: `event must be one of ${PLANNED_EVENTS.join(", ")}.` })
  .meta({ id: "PlannedEvent", description: "An event that a webhook can be sent." });
export type PlannedEvent = z.infer<typeof PlannedEvent>;

export const PAYLOADS = ["documented", "detailed"] as const;
export const Payload = z.enum(PAYLOADS, { error: "payload must be documented or detailed." }).meta({
  description: "`detailed` adds the members `type` and `detail` to the documented ones.",
});
export type Payload = z.infer<typeof Payload>;

/**
 * Why a webhook is stopped: its owner stopped it; no attempt succeeded for days; the receiver answered 410; too much
 * waits; its secret cannot be opened; its data came from a backup; its owner's tier allows fewer.
 */
export const STOP_REASONS = ["owner", "failing", "gone", "backlog", "secret", "restored", "tier"] as const;
export const StopReason = z.enum(STOP_REASONS);
export type StopReason = z.infer<typeof StopReason>;

/** Where a delivery is: still to be attempted, accepted by the receiver, or given up. */
export const DELIVERY_RESULTS = ["waiting", "delivered", "failed"] as const;
export const DeliveryResult = z.enum(DELIVERY_RESULTS, { error: "result must be waiting, delivered or failed." });
export type DeliveryResult = z.infer<typeof DeliveryResult>;

/** Why an attempt failed, other than by a status that is not 2xx. */
export const ATTEMPT_ERRORS = [
  "redirect",
  "timeout",
  "name",
  "blocked",
  "refused",
  "broken",
  "tls",
  "expired",
] as const;
export const AttemptError = z.enum(ATTEMPT_ERRORS);
export type AttemptError = z.infer<typeof AttemptError>;

/** Who asked for an attempt: the schedule, the owner who resent a delivery, or a test. */
export const ATTEMPT_ORIGINS = ["schedule", "hand", "test"] as const;
export type AttemptOrigin = (typeof ATTEMPT_ORIGINS)[number];

const Url = z
  .string({ error: (issue) => (issue.input === undefined ? "url is required." : "url must be a string.") })
  .meta({ description: "The address to call.", examples: ["https://example.com/hooks/knote"] });

const Events = z
  .array(PlannedEvent, { error: "events must be an array of event names." })
  .min(1, { error: "events must name at least one event." })
  .transform((events) => PLANNED_EVENTS.filter((event) => events.includes(event)))
  .meta({ description: "The events to send. Repeated names count once.", examples: [["note.created"]] });

const Name = boundedText("name", 0, LIMITS.webhookName).meta({ description: "What its owner calls it." });

const SECRET_ERROR = "secret must have 8 to 256 visible ASCII characters.";
const SECRET_KEY_ERROR = "secret begins with whsec_ and must go on with the base64 of 24 to 64 bytes.";
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const Secret = z
  .string({ error: SECRET_ERROR })
  .refine((secret) => /^[\x21-\x7e]{8,256}$/.test(secret), { error: SECRET_ERROR, abort: true })
  .refine((secret) => !secret.startsWith("whsec_") || hasKey(secret.slice("whsec_".length)), {
    error: SECRET_KEY_ERROR,
  })
  .meta({ description: "Signs what is sent. If it is left out, Knote makes one and returns it once." });

export const NewWebhookInput = z
  .object({
    url: Url,
    events: Events,
    secret: Secret.optional(),
    payload: Payload.optional().default("documented"),
    name: Name.optional().default(""),
  })
  .meta({ id: "NewWebhookInput" });
export type NewWebhookInput = z.infer<typeof NewWebhookInput>;

export const UpdateWebhookInput = z
  .object({
    url: Url,
    events: Events,
    payload: Payload,
    name: Name,
    active: z
      .boolean({ error: "active must be true or false." })
      .meta({ description: "False stops the webhook: it is sent nothing until it is started again." }),
  })
  .partial()
  .meta({ id: "UpdateWebhookInput" });
export type UpdateWebhookInput = z.infer<typeof UpdateWebhookInput>;

/** A webhook as its owner sees it: without its secrets. */
export const Webhook = z
  .object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    events: z.array(PlannedEvent),
    payload: Payload,
    active: z.boolean(),
    stopped_because: StopReason.nullable().meta({ description: "Null while it is active." }),
    failing_since: Timestamp.nullable().meta({ description: "The first failure since the last success." }),
    waiting: z.int().min(0).meta({ description: "Deliveries that wait for an attempt." }),
    last_delivered_at: Timestamp.nullable(),
    previous_secret_until: Timestamp.nullable().meta({ description: "Until when the earlier secret signs as well." }),
    made_with: z.string().meta({ description: "`sign-in`, or `token: ` and the token's name." }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof Webhook>;

export const CreatedWebhook = Webhook.extend({
  secret: z.string().optional().meta({ description: "Only when Knote made it, and only in this answer." }),
}).meta({ id: "CreatedWebhook" });
export type CreatedWebhook = z.infer<typeof CreatedWebhook>;

export const WebhookList = z.object({ webhooks: z.array(Webhook) }).meta({ id: "WebhookList" });
export type WebhookList = z.infer<typeof WebhookList>;

const OVERLAP_ERROR = `overlap_hours must be a whole number from 0 to ${LIMITS.secretOverlapHours}.`;

export const RotateSecretInput = z
  .object({
    secret: Secret.optional(),
    overlap_hours: z
      .int({ error: OVERLAP_ERROR })
      .min(0, { error: OVERLAP_ERROR })
      .max(LIMITS.secretOverlapHours, { error: OVERLAP_ERROR })
      .optional()
      .default(24)
      .meta({ description: "How long the earlier secret signs as well. 0 ends it at once." }),
  })
  .meta({ id: "RotateSecretInput" });
export type RotateSecretInput = z.infer<typeof RotateSecretInput>;

export const RotatedSecret = z
  .object({ secret: z.string().optional(), previous_secret_until: Timestamp.nullable() })
  .meta({ id: "RotatedSecret" });
export type RotatedSecret = z.infer<typeof RotatedSecret>;

export const TestWebhookInput = z
  .object({ event: PlannedEvent.optional().meta({ description: "By default the first of its events." }) })
  .meta({ id: "TestWebhookInput" });
export type TestWebhookInput = z.infer<typeof TestWebhookInput>;

/** One request of a delivery and what came of it. */
export const Attempt = z
  .object({
    number: z.int().min(1),
    at: Timestamp.meta({ description: "When it began." }),
    by: z.enum(ATTEMPT_ORIGINS).meta({ description: "What caused it: the schedule, a resend or a test." }),
    ms: z.int().min(0).meta({ description: "Milliseconds until the head of the answer, or until it failed." }),
    status: z.int().nullable().meta({ description: "Null when no answer came." }),
    error: AttemptError.nullable().meta({ description: "Null when the status says it all." }),
    response: z
      .object({
        content_type: z.string().nullable(),
        retry_after: z.string().nullable(),
        excerpt: z.string().nullable().meta({ description: "Its first characters, of text or JSON only." }),
      })
      .nullable(),
  })
  .meta({ id: "Attempt" });
export type Attempt = z.infer<typeof Attempt>;

/** A message on its way to one webhook. */
export const Delivery = z
  .object({
    id: z.string().meta({ description: "The message's id: `msg_` and 32 hex digits." }),
    event: PlannedEvent,
    timestamp: Timestamp.meta({ description: "When the event happened." }),
    result: DeliveryResult,
    attempts: z.int().min(0),
    next_attempt_at: Timestamp.nullable().meta({ description: "Null once it has ended." }),
    ended_at: Timestamp.nullable().meta({ description: "Null while it waits." }),
  })
  .meta({ id: "Delivery" });
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryList = z.object({ deliveries: z.array(Delivery) }).meta({ id: "DeliveryList" });
export type DeliveryList = z.infer<typeof DeliveryList>;

export const DeliveryLog = Delivery.extend({
  request: z
    .object({ url: z.string(), headers: z.record(z.string(), z.string()), body: z.string() })
    .meta({ description: "What the last attempt sent, or the first one will, without signatures." }),
  log: z.array(Attempt).meta({ description: `Newest first, the last ${LIMITS.attemptsLogged}.` }),
}).meta({ id: "DeliveryLog" });
export type DeliveryLog = z.infer<typeof DeliveryLog>;

function Time(name: string) {
  const error = `${name} must be an ISO 8601 time.`;
  return z
    .string({ error })
    .refine((text) => z.union([z.iso.date(), z.iso.datetime({ offset: true })]).safeParse(text).success, { error })
    .transform((text) => new Date(text).toISOString())
    .meta({ examples: ["2026-03-01T00:00:00Z"] });
}

export const ListDeliveriesInput = z.object({
  result: DeliveryResult.optional(),
  event: PlannedEvent.optional(),
  since: Time("since").optional().meta({ description: "Only messages of events from then on." }),
  until: Time("until").optional().meta({ description: "Only messages of events before then." }),
  limit: pageLimit(LIMITS.deliveryPage).optional().default(50),
  cursor: Cursor.optional(),
});
export type ListDeliveriesInput = z.infer<typeof ListDeliveriesInput>;

export const ResendRangeInput = z
  .object({
    since: Time("since").meta({ description: "The first event of the range." }),
    until: Time("until").meta({ description: "The range ends before this." }),
    result: z
      .enum(["failed", "all"], { error: "result must be failed or all." })
      .optional()
      .default("failed")
      .meta({ description: "`all` also sends again what was delivered." }),
  })
  .meta({ id: "ResendRangeInput" });
export type ResendRangeInput = z.infer<typeof ResendRangeInput>;

export const Resent = z
  .object({ resent: z.int().min(0).meta({ description: "How many deliveries wait again." }) })
  .meta({ id: "Resent" });
export type Resent = z.infer<typeof Resent>;

function hasKey(text: string): boolean {
  if (!BASE64.test(text)) return false;
  const bytes = (text.length / 4) * 3 - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0);
  return bytes >= 24 && bytes <= 64;
}
