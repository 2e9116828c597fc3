import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { attemptHeaders, type WebhookAttempt, type WebhookMessage, type WebhookSecrets } from "@knote/api";

export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const PREFIX = "whsec_";

/**
 * Signs an attempt twice: in the body, and in the headers of Standard Webhooks. While a secret is being rotated, the
 * headers carry both signatures and the body that of the earlier secret, which the receiver has for sure.
 */
export function signAttempt(attempt: WebhookAttempt, nowMs: number, version: string): SignedRequest {
  const { message, secrets, number, isTest } = attempt;
  const seconds = String(Math.floor(nowMs / 1_000));
  const body = withSignature(message.unsignedBody, secrets.previous ?? secrets.current);
  return {
    headers: {
      ...attemptHeaders(message, { number, isTest }, { at: nowMs, version }),
      "webhook-signature": headerSignatures(message, seconds, body, secrets),
    },
    body,
  };
}

/** Returns the bytes of the body with its signature as the last member. */
function withSignature(unsignedBody: string, secret: string): Buffer {
  const signature = createHmac("sha256", secret).update(unsignedBody).digest("hex");
  return Buffer.from(`${unsignedBody.slice(0, -1)},"signature":"sha256=${signature}"}`);
}

function headerSignatures({ id }: WebhookMessage, seconds: string, body: Buffer, secrets: WebhookSecrets): string {
  const { current, previous } = secrets;
  return (previous === null ? [current] : [current, previous])
    .map((secret) => createHmac("sha256", keyOf(secret)).update(`${id}.${seconds}.`).update(body).digest("base64"))
    .map((signature) => `v1,${signature}`)
    .join(" ");
}

/** A secret of the usual form stands for the bytes behind its prefix, any other for its own. */
function keyOf(secret: string): KeyObject {
  // Node takes much longer over a key that is a buffer.
  return secret.startsWith(PREFIX)
    ? createSecretKey(secret.slice(PREFIX.length), "base64")
    : createSecretKey(secret, "utf8");
}
