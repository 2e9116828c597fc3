import type { Attempt, DeliveryResult } from "@knote/contract";
import type { NewMessage, StoredWebhook } from "@knote/api";
import { Schema } from "mongoose";
import { PLAIN } from "./schema-options.ts";

/** A message in the document whose write it reports, until it is handed on to webhooks. */
export interface CarriedMessage extends Omit<NewMessage, "noteIds"> {
  noteIds: string[];
  /** When it was written. */
  at: number;
}

/** A field of a document that carries messages. */
export const CARRIED_MESSAGES = {
  type: [
    {
      _id: false,
      id: String,
      event: String,
      timestamp: String,
      noteIds: [String],
      data: String,
      detail: String,
      at: Number,
    },
  ],
  default: undefined,
} as const;

export interface WebhookDocument extends Omit<StoredWebhook, "id" | "stopped" | "events" | "standing"> {
  /** The webhook's id: a UUIDv7. */
  _id: string;
  userId: string;
  /** Its place among the user's webhooks: an index lets no two of them share one. */
  slot: number;
  events: string[];
  standing: StoredWebhook["standing"];
  active: boolean;
  /** Why it is not active. */
  stopped: StoredWebhook["stopped"];
  /** The store stopped it, and nobody has taken notice. */
  unseen?: boolean;
  changes: number;
  arrivals: number;
  /** When its first delivery is due, or earlier; absent when none waits. */
  dueAt?: number;
  lease?: string;
  leaseUntil: number;
}

export interface DeliveryDocument {
  /** Webhook and message. */
  _id: string;
  userId: string;
  webhookId: string;
  messageId: string;
  event: string;
  timestamp: string;
  noteIds: string[];
  data: string;
  detail: string;
  result: DeliveryResult;
  attempts: number;
  step: number;
  isResent: boolean;
  /** Absent once it has ended. */
  dueAt?: number;
  waitsSince: number;
  /** Absent while it waits. */
  endedAt?: number;
  /** When the server removes it. */
  removeAt?: Date;
  /** Newest first. */
  log: Attempt[];
}

export const webhookSchema = new Schema<WebhookDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    slot: Number,
    url: String,
    events: [String],
    payload: String,
    name: String,
    secret: String,
    previous: { _id: false, type: { sealed: String, until: Number } },
    madeWith: String,
    active: Boolean,
    stopped: String,
    unseen: Boolean,
    standing: Schema.Types.Mixed,
    changes: Number,
    arrivals: Number,
    waiting: Number,
    dueAt: Number,
    lease: String,
    leaseUntil: Number,
    createdAt: Number,
    updatedAt: Number,
  },
  PLAIN,
);

webhookSchema.index({ userId: 1, slot: 1 }, { name: "webhooks_by_slot", unique: true });
webhookSchema.index(
  { dueAt: 1 },
  { name: "webhooks_due", partialFilterExpression: { active: true, dueAt: { $exists: true } } },
);
webhookSchema.index({ unseen: 1 }, { name: "webhooks_unseen", partialFilterExpression: { unseen: { $exists: true } } });

export const deliverySchema = new Schema<DeliveryDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    webhookId: String,
    messageId: String,
    event: String,
    timestamp: String,
    noteIds: [String],
    data: String,
    detail: String,
    result: String,
    attempts: Number,
    step: Number,
    isResent: Boolean,
    dueAt: Number,
    waitsSince: Number,
    endedAt: Number,
    removeAt: Date,
    log: [Schema.Types.Mixed],
  },
  PLAIN,
);

deliverySchema.index({ userId: 1, webhookId: 1, _id: -1 }, { name: "deliveries_by_webhook" });
deliverySchema.index({ userId: 1, noteIds: 1 }, { name: "deliveries_by_note" });
deliverySchema.index(
  { userId: 1, webhookId: 1, dueAt: 1, _id: 1 },
  { name: "deliveries_due", partialFilterExpression: { dueAt: { $exists: true } } },
);
deliverySchema.index(
  { userId: 1, webhookId: 1, endedAt: -1, _id: -1 },
  { name: "deliveries_ended", partialFilterExpression: { endedAt: { $exists: true } } },
);
deliverySchema.index({ removeAt: 1 }, { name: "deliveries_removed", expireAfterSeconds: 3_600 });
