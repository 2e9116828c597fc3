import type { WebhookMessage } from "../ports/webhook-transport.ts";

/**
 * Returns the headers of an attempt but for its signature: those of Standard Webhooks, and what tells of the attempt.
 * `at` in milliseconds since the epoch.
 */
export function attemptHeaders(
  { id, event }: Pick<WebhookMessage, "id" | "event">,
  { number, isTest }: { readonly number: number; readonly isTest: boolean },
  { at, version }: { readonly at: number; readonly version: string },
): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "User-Agent": `Knote-Webhooks/${version}`,
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at / 1_000)),
    "X-Knote-Event": event,
    "X-Knote-Attempt": String(number),
    ...(isTest && { "X-Knote-Test": "true" }),
  };
}
