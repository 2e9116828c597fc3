import type {
  DeliveryOutcome,
  LeasedWebhook,
  NewMessage,
  NewWebhook,
  SettledStanding,
  Storage,
  StoredWebhook,
} from "@knote/api";
import type { Attempt, Delivery } from "@knote/contract";
import { expect } from "vitest";
import { aMessage, aWebhook } from "../../builders/a-webhook.ts";
import { freshUserId } from "../../builders/fresh-id.ts";
import { eventually } from "../../eventually.ts";

/** A time at which everything that a test stores is due. */
export const LATER = Date.now() + 3_600_000;
/** When leases of tests end. */
export const LEASE_END = LATER + 3_600_000;

/** A webhook and its owner. */
export interface Receiver {
  readonly userId: string;
  readonly id: string;
  /** Stores messages that wait, and returns them in their order. */
  add(count: number, fields?: Partial<NewMessage>): Promise<NewMessage[]>;
  read(): Promise<StoredWebhook>;
  deliveries(): Promise<readonly Delivery[]>;
  /** Returns the ids of all deliveries, oldest first, once there are so many of them. */
  whenThere(count: number): Promise<string[]>;
  /** Leases the webhook; null when it cannot be leased. */
  lease(now?: number, until?: number): Promise<LeasedWebhook | null>;
}

/** Registers a webhook of a user whom no other test uses. */
export async function givenReceiver(
  { webhooks }: Storage,
  fields: Partial<NewWebhook> = {},
  userId: string = freshUserId(),
): Promise<Receiver> {
  const { id, ...rest } = aWebhook(fields);
  await webhooks.insert(userId, { id, ...rest }, 50);
  const deliveries = async () => (await webhooks.deliveries(userId, id, {}, { limit: 100 })).deliveries;
  return {
    userId,
    id,
    deliveries,
    async add(count, message) {
      const messages = Array.from({ length: count }, () => aMessage(message));
      await webhooks.add(userId, messages);
      return messages;
    },
    read: async () => (await webhooks.get(userId, id))!,
    async whenThere(count) {
      return await eventually(async () => {
        const ids = (await deliveries()).map((delivery) => delivery.id).toReversed();
        expect(ids).toHaveLength(count);
        return ids;
      });
    },
    async lease(now = LATER, until = Math.max(LEASE_END, now + 60_000)) {
      // Webhooks of earlier tests can be due, too.
      for (;;) {
        const leasedWebhooks = await webhooks.lease(20, now, until);
        const own = leasedWebhooks.find(({ webhook }) => webhook.id === id);
        if (own || leasedWebhooks.length === 0) return own ?? null;
      }
    },
  };
}

export function anAttempt(fields: Partial<Attempt> = {}): Attempt {
  const at = new Date(LATER).toISOString();
  return { number: 1, at, by: "schedule", ms: 12, status: 500, error: null, response: null, ...fields };
}

export function delivered({ id: messageId }: Pick<NewMessage, "id">, endedAt: number = LATER): DeliveryOutcome {
  return { messageId, attempt: anAttempt({ status: 204 }), next: { result: "delivered", endedAt } };
}

export function failed({ id: messageId }: Pick<NewMessage, "id">, endedAt: number = LATER): DeliveryOutcome {
  return { messageId, attempt: anAttempt(), next: { result: "failed", endedAt } };
}

/** Returns the present standing of a leased webhook, changed. */
export function standing({ webhook }: LeasedWebhook, changes: Partial<SettledStanding> = {}): SettledStanding {
  return { ...webhook.standing, stops: null, ...changes };
}
