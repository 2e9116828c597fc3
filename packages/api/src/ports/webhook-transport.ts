/** A message as its receiver gets it; `id` and `body` are the same at every attempt. */
export interface WebhookMessage {
  /** `msg_` and letters or digits; no dot, which separates what the headers sign. */
  readonly id: string;
  readonly event: string;
  /** A JSON object without white space and without its last member, the signature. */
  readonly unsignedBody: string;
}

/** The secrets of a webhook; `previous` while a rotation lets the receiver change over, else null. */
export interface WebhookSecrets {
  readonly current: string;
  readonly previous: string | null;
}

export interface WebhookAttempt {
  /** Connections are kept for later attempts with the same key, never for others. */
  readonly webhookId: string;
  readonly url: string;
  readonly message: WebhookMessage;
  readonly secrets: WebhookSecrets;
  /** From 1. */
  readonly number: number;
  readonly isTest: boolean;
  /** Ends the attempt; `send` then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * What came of an attempt. `delivered`: 2xx; `status`: another status; `redirect`: 3xx, which is never followed;
 * `timeout`: no status in time; `name`: the host cannot be found; `blocked`: the host leads to an address that may not
 * be called; `refused`: no connection; `broken`: the connection ended early, or the answer was not HTTP; `tls`: the
 * host's certificate is not good for it.
 */
export type AttemptOutcome =
  | "delivered"
  | "status"
  | "redirect"
  | "timeout"
  | "name"
  | "blocked"
  | "refused"
  | "broken"
  | "tls";

/** What the receiver answered. */
export interface AttemptResponse {
  readonly contentType: string | null;
  /** The header as it came: seconds or a date. */
  readonly retryAfter: string | null;
  /** The beginning of an answer in text or JSON; null for any other. */
  readonly excerpt: string | null;
}

export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  readonly ms: number;
  /** Null when no answer came, as is `response`. */
  readonly status: number | null;
  readonly response: AttemptResponse | null;
}

/** Calls the receivers of webhooks, and nothing that is not public unless the operator allows it. */
export interface WebhookTransport {
  /** Returns why a webhook cannot have this address, as far as its text tells, in a sentence; null when it can. */
  problemOf(url: string): string | null;
  /** Makes one attempt, which ends in time whatever the receiver does. Rejects only when the signal ends it. */
  send(attempt: WebhookAttempt): Promise<AttemptResult>;
}
