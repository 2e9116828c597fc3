import { appRouter, DomainError, type Procedure, type RequestContext, type Services } from "@knote/api";
import { LIMITS } from "@knote/contract";
import { TRPCError } from "@trpc/server";
import { createExpressMiddleware } from "@trpc/server/adapters/express";
import type { Request } from "express";
import { errorAnswer, isQuotaRefusal } from "../errors/error-answer.ts";
import type { AddressLimit } from "../http/address-limit.ts";
import type { Exchange } from "../http/exchange.ts";
import type { UserLimit } from "../http/user-limit.ts";
import { headerToken } from "../http/sent-token.ts";
import type { Metrics } from "../operations/metrics.ts";
import type { Authenticate, Logger } from "../options.ts";
import type { Admission } from "../overload/admission.ts";
import { OverloadedError } from "../errors/overloaded-error.ts";
import type { SignOuts } from "../sign-out/sign-outs.ts";
import { type AdmittedCalls, admitCalls, proceduresOf } from "./admit-calls.ts";
import { callsInTurn } from "./calls-in-turn.ts";
import { headerPairs } from "../raw-headers.ts";

export type TrpcHandler = (exchange: Exchange) => void;

export interface TrpcDeps {
  readonly services: Services;
  readonly authenticate: Authenticate;
  readonly signOuts: SignOuts;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly limitAddress: AddressLimit;
  readonly limitUser: UserLimit;
  readonly bodyLimitBytes: number;
  readonly admission: Admission;
}

/** Creates a handler that answers an exchange in tRPC's protocol. */
export function createTrpcHandler(deps: TrpcDeps): TrpcHandler {
  const exchanges = new WeakMap<Request, Exchange>();
  const admittedByContext = new WeakMap<RequestContext, AdmittedCalls>();
  const middleware = createExpressMiddleware({
    router: appRouter,
    maxBodySize: deps.bodyLimitBytes,
    maxBatchSize: LIMITS.batchedCalls,
    createContext: async ({ req, info }) => {
      const exchange = exchanges.get(req)!;
      const procedures = proceduresOf(info.calls);
      const context = { ...(await createContext(exchange, procedures, deps)), signal: info.signal };
      // Calls that are refused because they lack a token take no place.
      if (context.actor === null && procedures.every(({ meta }) => meta.access !== "public")) return context;
      const admittedCalls = await admitCalls(info.calls, exchange, deps.admission).catch(refuse);
      const callContext = { ...context, inTurn: callsInTurn(admittedCalls.places) };
      admittedByContext.set(callContext, admittedCalls);
      return callContext;
    },
    onError: ({ error, path, req }) => recordFailure(error, path, exchanges.get(req), deps),
    responseMeta: ({ ctx, errors, eagerGeneration }) => {
      // Unless the responses are streamed one by one, only the sending is left.
      if (ctx && !eagerGeneration) admittedByContext.get(ctx)?.leave();
      return { headers: answerHeaders(errors) };
    },
  });
  return (exchange) => {
    exchanges.set(exchange.request, exchange);
    void middleware(exchange.request, exchange.response, () => {});
  };
}

async function createContext(
  exchange: Exchange,
  procedures: readonly Procedure[],
  deps: TrpcDeps,
): Promise<RequestContext> {
  const { request, response } = exchange;
  try {
    const { token } = headerToken(exchange);
    const since = deps.signOuts.now();
    const tokenHolder = token === null ? null : await deps.authenticate(token);
    exchange.actor = tokenHolder?.actor ?? null;
    if (tokenHolder !== null) exchange.grant = deps.signOuts.admit(tokenHolder.actor.userId, tokenHolder.origin, since);
    const callsByAddress = procedures.filter(({ meta }) => meta.limitedByAddress).length;
    if (callsByAddress > 0) await deps.limitAddress(request.ip ?? "unknown", callsByAddress);
    if (exchange.actor !== null) await limitCalls(exchange.actor.userId, procedures, deps);
  } catch (error) {
    throw asTrpcError(error);
  }
  return {
    ...deps.services,
    ...(exchange.grant && { storage: exchange.grant.storage }),
    actor: exchange.actor,
    // The head of a streamed response is sent before the procedure runs.
    setHeader: (name, value) => void (response.headersSent || response.setHeader(name, value)),
  };
}

async function limitCalls(userId: string, procedures: readonly Procedure[], { limitUser }: TrpcDeps): Promise<void> {
  for (const one of new Set(procedures)) {
    const { name, meta } = one;
    if (meta.callsPerMinute === undefined) continue;
    const points = procedures.filter((other) => other === one).length;
    await limitUser({ procedure: name, perMinute: meta.callsPerMinute, userId, points, refusal: meta.tooManyCalls });
  }
}

function refuse(error: unknown): never {
  throw asTrpcError(error);
}

function asTrpcError(error: unknown): unknown {
  if (!DomainError.is(error)) return error;
  const code = error.code === "LIMIT_EXCEEDED" ? "TOO_MANY_REQUESTS" : "SERVICE_UNAVAILABLE";
  return new TRPCError({ code, message: error.message, cause: error });
}

function recordFailure(
  error: TRPCError,
  path: string | undefined,
  exchange: Exchange | undefined,
  deps: TrpcDeps,
): void {
  if (isQuotaRefusal(error)) deps.metrics.quotaRefused();
  const fields = { id: exchange?.id, procedure: path, err: error.cause ?? error };
  if (error.code === "INTERNAL_SERVER_ERROR") deps.log.error(fields, "request failed");
  else if (error.cause instanceof OverloadedError) return;
  else if (error.code === "SERVICE_UNAVAILABLE" || error.code === "BAD_GATEWAY") {
    deps.log.warn(fields, "a dependency failed");
  }
}

/** Returns the errors' headers as REST sets them; the first error wins. `Vary` repeats `Origin`: tRPC overwrites it. */
function answerHeaders(errors: readonly TRPCError[]): Headers {
  const headers = new Headers({ Vary: "Origin" });
  for (const error of errors) {
    for (const [name, value] of headerPairs(errorAnswer(error, false).headers)) {
      if (!headers.has(name)) headers.set(name, value);
    }
  }
  return headers;
}
