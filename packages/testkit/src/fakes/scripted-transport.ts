import type { AttemptResult, SecretBox, WebhookAttempt, WebhookTransport } from "@knote/api";
import { createGate } from "./gate.ts";

/** What a scripted receiver does with an attempt; without an outcome it answers 204. */
export type ReceiverScript = (attempt: WebhookAttempt) => Partial<AttemptResult>;

/** A transport that calls nobody and follows the test's script. */
export interface ScriptedTransport extends WebhookTransport {
  /** All attempts, in the order in which they began. */
  readonly attempts: readonly WebhookAttempt[];
  /** How many have not ended. */
  readonly underWay: number;
  /** The most that were under way at a time. */
  readonly mostUnderWay: number;
  /** Replaces the script. */
  follow(script: ReceiverScript): void;
  /** Makes attempts that begin from now on wait until `release`. */
  hold(): void;
  release(): void;
}

/** Hosts that end in `.private` lead to no public address. */
export function createScriptedTransport(first: ReceiverScript = () => ({})): ScriptedTransport {
  const attempts: WebhookAttempt[] = [];
  const gate = createGate();
  let script = first;
  let underWay = 0;
  let mostUnderWay = 0;
  return {
    attempts,
    get underWay() {
      return underWay;
    },
    get mostUnderWay() {
      return mostUnderWay;
    },
    problemOf: (url) =>
      new URL(url).hostname.endsWith(".private")
        ? "url must lead to a public address; the operator can allow others with WEBHOOK_ALLOW."
        : null,
    async send(attempt) {
      attempts.push(attempt);
      mostUnderWay = Math.max(mostUnderWay, ++underWay);
      try {
        await gate.passing(attempt.signal);
        return { outcome: "delivered", ms: 20, status: 204, response: null, ...script(attempt) };
      } finally {
        underWay--;
      }
    },
    follow: (next) => void (script = next),
    hold: gate.close,
    release: gate.open,
  };
}

/** A result with a status that is not 2xx. */
export function refusal(status: number, retryAfter: string | null = null): Partial<AttemptResult> {
  return { outcome: "status", status, response: { contentType: "text/plain", retryAfter, excerpt: "no" } };
}

/** A box that binds secrets to their owners as the real one does, and hides nothing. */
export function createPlainSecretBox(): SecretBox {
  const sealFor = (secret: string, owner: object) => JSON.stringify([owner, secret]);
  return {
    seal: sealFor,
    open(sealedText, owner) {
      const [, secret] = JSON.parse(sealedText) as [unknown, string];
      return sealedText === sealFor(secret, owner) ? secret : null;
    },
    isCurrent: () => true,
  };
}
