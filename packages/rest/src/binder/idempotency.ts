import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { conflict, DomainError, type StoredResponse, type RequestContext } from "@knote/api";
import { LIMITS } from "@knote/contract";
import { TRPCError } from "@trpc/server";
import { invalidField } from "../errors/http-refusal.ts";
import { wantsEventStream } from "../http/accepts.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Logger } from "../options.ts";
import type { Binding } from "./bindings.ts";
import { requireActor, type SentInput } from "./call.ts";
import type { OutputAnswer } from "./output-answer.ts";

const HEADER = "Idempotency-Key";
const KEPT_MS = LIMITS.idempotencyHours * 3_600_000;
/** Longer than the work can take; afterwards a claim that a crash left behind can be taken over. */
const LEASE_MS = 60_000;
const RETRY_MS = 500;
const RECALL_LEASE_MS = 5 * 60_000;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** Returns the request's key, or null; streamed responses ignore the key. */
export function idempotencyKey({ request }: Exchange): string | null {
  const key = request.headers["idempotency-key"];
  if (key === undefined || wantsEventStream(request)) return null;
  if (typeof key !== "string" || !VISIBLE_ASCII.test(key) || key.length > LIMITS.idempotencyKeyLength) {
    throw invalidField(HEADER, `${HEADER} must be 1 to ${LIMITS.idempotencyKeyLength} visible ASCII characters.`);
  }
  return key;
}

/** Runs a request with a new key; repeats the first response for a known one. */
export async function once(call: {
  readonly key: string;
  readonly binding: Binding;
  readonly exchange: Exchange;
  readonly context: RequestContext;
  readonly sentInput: SentInput;
  readonly log: Logger;
  run(context: RequestContext): Promise<OutputAnswer>;
}): Promise<OutputAnswer> {
  const { binding, exchange, context, sentInput } = call;
  const { userId } = requireActor(context).actor;
  const { idempotency } = context.storage;
  const key = `${binding.method} ${exchange.path} ${call.key}`;
  const request = claimRequest(key, binding, context, sentInput.bytes);
  const claim = await idempotency.claim(userId, request);
  if (claim.kind === "different-body") throw conflict("This Idempotency-Key was used with another body.");
  if (claim.kind === "in-progress") {
    throw conflict("A request with this Idempotency-Key is still under way.", { retryAfterSeconds: 1 });
  }
  if (claim.kind === "done") return replayResponse(exchange, claim.response);
  const { seed, rerun } = claim;
  const answer = await call.run({ ...context, idempotency: { id: seed, rerun } }).catch(async (error: unknown) => {
    const lease = { seed, until: request.leaseUntil };
    if (mayHaveSucceeded(binding, error))
      void settle(
        call,
        untilReachable(() => idempotency.abandon(userId, key, lease)),
      );
    else await settle(call, idempotency.release(userId, key, seed));
    throw error;
  });
  await settle(call, idempotency.complete(userId, key, seed, { ...answer, headers: keptHeaders(exchange) }));
  return answer;
}

/**
 * Returns true when the create may have been written although it threw: not after a refusal, but after an unknown
 * failure or an unavailable storage. Its claim is abandoned; a rerun, which brings the same id, finds out.
 */
function mayHaveSucceeded(binding: Binding, error: unknown): boolean {
  const cause = error instanceof TRPCError ? error.cause : error;
  const isRefusal = DomainError.is(cause) && cause.code !== "UNAVAILABLE";
  return binding.meta.status === 201 && !isRefusal;
}

/** Retries while the storage is away, for as long as the lease of a create. */
async function untilReachable(settling: () => Promise<void>): Promise<void> {
  for (let attemptsLeft = LEASE_MS / RETRY_MS; ; attemptsLeft--) {
    try {
      return await settling();
    } catch (error) {
      if (attemptsLeft <= 0 || !DomainError.is(error) || error.code !== "UNAVAILABLE") throw error;
    }
    await setTimeout(RETRY_MS, undefined, { ref: false });
  }
}

/** Logs a failure instead of throwing: the response must go out, and an unsettled claim ends with its lease. */
async function settle(
  { log, exchange }: { readonly log: Logger; readonly exchange: Exchange },
  settling: Promise<void>,
) {
  try {
    await settling;
  } catch (error) {
    log.warn({ id: exchange.id, err: error }, "an idempotency key was not settled");
  }
}

function claimRequest(key: string, binding: Binding, { clock, newId }: RequestContext, bytes: Buffer) {
  const now = clock.now();
  return {
    key,
    bodyHash: createHash("sha256").update(bytes).digest("base64url"),
    seed: newId(),
    now,
    leaseUntil: now + (binding.meta.work === "recall" ? RECALL_LEASE_MS : LEASE_MS),
    expiresAt: now + KEPT_MS,
  };
}

function replayResponse(exchange: Exchange, { status, body, headers }: StoredResponse): OutputAnswer {
  for (const [name, value] of Object.entries(headers)) exchange.headers.push(name, value);
  exchange.headers.push("Idempotency-Replayed", "true");
  return { status, body };
}

function keptHeaders({ headers }: Exchange): Record<string, string> {
  return Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]!]] : [])));
}
