import type { AttemptOutcome, AttemptResult, WebhookTransport } from "@knote/api";
import { type AllowEntry, createAllowList } from "./allow-list.ts";
import { CallError } from "./call-error.ts";
import { createConnections } from "./connect.ts";
import { type Answer, exchange } from "./exchange.ts";
import { readExcerpt } from "./read-excerpt.ts";
import { signAttempt } from "./sign.ts";
import { createUrlRules } from "./url-rules.ts";

/** How long parts of a call may take, in milliseconds. */
export interface CallLimits {
  /** One question to a name server; it is asked twice. */
  readonly queryMs: number;
  /** A connection, with TLS, once the addresses are known. */
  readonly connectMs: number;
  /** Everything. */
  readonly totalMs: number;
}

export interface OutboundOptions {
  readonly allow: readonly AllowEntry[];
  readonly limits?: CallLimits;
  /** Name servers instead of the system's, each `<address>:<port>`. */
  readonly nameServers?: readonly string[];
  /** Certificate authorities instead of the system's. */
  readonly ca?: string;
}

export interface WebhookTransportOptions extends OutboundOptions {
  /** Knote's version. */
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const LIMITS: CallLimits = { queryMs: 2_000, connectMs: 5_000, totalMs: 15_000 };
const MAX_ANSWER_BYTES = 16_384;
const MAX_HEADER_CHARACTERS = 200;

/** Creates the transport of webhooks. `close` ends the connections that wait for another attempt. */
export function createWebhookTransport(options: WebhookTransportOptions): WebhookTransport & { close(): void } {
  const { allow, limits = LIMITS, nameServers, ca, version, now } = options;
  const allowList = createAllowList(allow);
  const problemOf = createUrlRules(allowList);
  const connections = createConnections({ allowList, nameServers, ca, ...limits });
  return {
    problemOf,
    close: () => connections.close(),
    async send(attempt) {
      const begin = performance.now();
      const result = (outcome: AttemptOutcome, answer: Answer | null): AttemptResult => ({
        outcome,
        ms: Math.round(performance.now() - begin),
        status: answer?.status ?? null,
        response: answer && responseOf(answer),
      });
      // The settings may have changed since the webhook was made.
      if (problemOf(attempt.url) !== null) return result("blocked", null);
      try {
        const answer = await exchange(connections, {
          url: new URL(attempt.url),
          method: "POST",
          ...signAttempt(attempt, now(), version),
          connectionKey: attempt.webhookId,
          totalMs: limits.totalMs,
          maxBytes: MAX_ANSWER_BYTES,
          signal: attempt.signal,
        });
        return result(outcomeOf(answer.status), answer);
      } catch (error) {
        if (error instanceof CallError) return result(error.failure, null);
        throw error;
      }
    },
  };
}

function outcomeOf(status: number): AttemptOutcome {
  if (status >= 200 && status < 300) return "delivered";
  return status >= 300 && status < 400 ? "redirect" : "status";
}

function responseOf({ headers, bytes }: Answer): AttemptResult["response"] {
  return {
    contentType: headers["content-type"]?.slice(0, MAX_HEADER_CHARACTERS) ?? null,
    retryAfter: headers["retry-after"]?.slice(0, MAX_HEADER_CHARACTERS) ?? null,
    excerpt: readExcerpt(bytes, headers["content-type"], headers["content-encoding"]),
  };
}
