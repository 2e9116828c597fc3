import type { Attempt, AttemptOrigin } from "@knote/contract";
import { expiredEntry, type DeliveryOutcome, type DueDelivery, type StoredWebhook } from "../ports/webhook-store.ts";
import type { AttemptResult, WebhookMessage } from "../ports/webhook-transport.ts";
import type { NewMessage } from "../ports/notice.ts";
import { unsignedBody } from "./body.ts";
import { type Failure, nextAttemptAt } from "./schedule.ts";
import { STATUS_GONE } from "./standing.ts";

/** An attempt that is over. Times in milliseconds since the epoch. */
export interface EndedAttempt {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly result: AttemptResult;
}

/** Returns a message as one webhook's receiver gets it. */
export function messageFor(
  { payload }: Pick<StoredWebhook, "payload">,
  message: Pick<NewMessage, "id" | "event" | "timestamp" | "data" | "detail">,
): WebhookMessage {
  return { id: message.id, event: message.event, unsignedBody: unsignedBody(message, payload) };
}

/** Returns an attempt as the log shows it. */
export function attemptEntry(number: number, by: AttemptOrigin, { startedAt, result }: EndedAttempt): Attempt {
  const { outcome, ms, status, response } = result;
  return {
    number,
    at: new Date(startedAt).toISOString(),
    by,
    ms,
    status,
    error: outcome === "delivered" || outcome === "status" ? null : outcome,
    response: response && {
      content_type: response.contentType,
      retry_after: response.retryAfter,
      excerpt: response.excerpt,
    },
  };
}

/** Returns why an attempt failed, as far as the schedule of the next one depends on it. */
export function failureOf({ endedAt, result }: EndedAttempt): Failure {
  return { endedAt, status: result.status, retryAfter: result.response?.retryAfter ?? null };
}

/** Returns what becomes of a delivery; `random` is from 0 to less than 1. */
export function outcomeOf(delivery: DueDelivery, endedAttempt: EndedAttempt, random: number): DeliveryOutcome {
  const { message, attempts, step, isResent } = delivery;
  const attempt = attemptEntry(attempts + 1, isResent && step === 0 ? "hand" : "schedule", endedAttempt);
  return { messageId: message.id, attempt, next: nextOf(step, endedAttempt, random) };
}

/** Returns what becomes of a delivery that has waited too long. */
export function expiryOf({ message, attempts }: DueDelivery, endedAt: number): DeliveryOutcome {
  return { messageId: message.id, attempt: expiredEntry(attempts, endedAt), next: { result: "failed", endedAt } };
}

function nextOf(step: number, endedAttempt: EndedAttempt, random: number): DeliveryOutcome["next"] {
  const { endedAt, result } = endedAttempt;
  if (result.outcome === "delivered") return { result: "delivered", endedAt };
  const dueAt = result.status === STATUS_GONE ? null : nextAttemptAt(step + 1, failureOf(endedAttempt), random);
  return dueAt === null ? { result: "failed", endedAt } : { result: "waiting", dueAt };
}
