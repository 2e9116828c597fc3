import { createHash } from "node:crypto";
import type { RateLimits, RequestContext, WorkClass } from "@knote/api";
import { LIMITS } from "@knote/contract";
import { busyText, type McpCallEnd, type McpDoor, McpRefusal, type McpRequest } from "@knote/mcp";
import { OverloadedError } from "../errors/overloaded-error.ts";
import { ClientLeft, HttpRefusal } from "../errors/http-refusal.ts";
import type { Exchange } from "../http/exchange.ts";
import { leaveSignal } from "../http/leave-signal.ts";
import { readMessage } from "../http/read-json.ts";
import { type Responder } from "../http/responder.ts";
import { headerToken } from "../http/sent-token.ts";
import type { Metrics } from "../operations/metrics.ts";
import type { HttpAppSettings } from "../options.ts";
import { type Admission, admitBody } from "../overload/admission.ts";
import { callerOf } from "../overload/caller-of.ts";
import type { Endpoint } from "../routing/endpoint.ts";
import { OAUTH_PATHS } from "../oauth/oauth-paths.ts";
import { createOriginCheck } from "./origin-check.ts";
import { asRpcError } from "./refusal.ts";

interface McpParts {
  readonly door: McpDoor;
  readonly metrics: Metrics;
  readonly respond: Responder;
  readonly admission: Admission;
}

const CALLS = { name: "calls of tools", points: LIMITS.mcpCallsPerMinute, seconds: 60 };

/** Serves the Model Context Protocol at `/mcp`, over the procedures, tokens and limits of every other path. */
export function mcpEndpoint(settings: HttpAppSettings, parts: McpParts): Endpoint {
  const { publicUrl, corsOrigins, bodyLimitBytes, authenticate, authenticateGrant } = settings;
  const checkOrigin = createOriginCheck(publicUrl, corsOrigins);
  return {
    method: "POST",
    path: "/mcp",
    access: "token",
    isDocumented: false,
    checkFirst: ({ request }) => checkOrigin(request),
    refusal: asRpcError(settings.connectors ? publicUrl + OAUTH_PATHS.resource : null),
    authenticate: async (token) => (await authenticate(token)) ?? (await authenticateGrant?.(token)) ?? null,
    async answer(exchange) {
      const place = await admitBody(parts.admission, exchange);
      try {
        const body = await readMessage(exchange.request, bodyLimitBytes);
        place.markArrived();
        const message = { body, headers: exchange.request.headers };
        const answer = await parts.door.answer(message, mcpRequest(exchange, settings, parts)).catch(refuse);
        if (answer === null) throw new ClientLeft();
        const { status, text } = answer;
        if (text === "") parts.respond.empty(exchange, status);
        else parts.respond.json(exchange, status, text);
      } finally {
        place.leave();
      }
    },
  };
}

function mcpRequest(exchange: Exchange, settings: HttpAppSettings, parts: McpParts): McpRequest {
  const { services, log, publicUrl, rateLimits } = settings;
  const { id, grant } = exchange;
  return {
    publicUrl,
    requestId: id,
    context: {
      ...services,
      ...(grant && { storage: grant.storage }),
      // The route takes no request without a token.
      actor: exchange.actor!,
      signal: leaveSignal(exchange),
      inTurn: inOwnPlace(exchange, parts.admission),
    },
    takeCall: () => takeCall(rateLimits, exchange),
    onCallEnd(end: McpCallEnd) {
      parts.metrics.mcpCallEnded(end);
      const ms = Math.round(end.ms * 100) / 100;
      log.info({ id, ...end, ms, credential: exchange.actor?.credential?.kind ?? "access" }, "mcp call");
    },
    onFailure: (error) => log.error({ id, err: error }, "request failed"),
  };
}

/** Each call of a procedure takes a place for its kind of work, as a request for it would. */
function inOwnPlace(exchange: Exchange, admission: Admission): NonNullable<RequestContext["inTurn"]> {
  const userId = callerOf(exchange);
  const enter = async (work: WorkClass) => {
    try {
      admission.check(work, userId);
      return await admission.enter(work, { userId, hasLeft: () => exchange.response.destroyed });
    } catch (error) {
      throw error instanceof OverloadedError ? busy(503, error.retryAfterSeconds ?? 1) : error;
    }
  };
  return async (work, run) => {
    const place = await enter(work);
    try {
      return await run(place);
    } finally {
      place.leave();
    }
  };
}

async function takeCall(limits: RateLimits, exchange: Exchange): Promise<void> {
  const { token } = headerToken(exchange);
  const key = createHash("sha256")
    .update(token ?? "")
    .digest("base64url");
  const wait = await limits.take(CALLS, key, 1);
  if (wait !== null) throw busy(429, Math.max(1, Math.ceil(wait / 1000)));
}

function busy(status: number, seconds: number): McpRefusal {
  return new McpRefusal(status, busyText(seconds), { retryAfterSeconds: seconds });
}

function refuse(error: unknown): never {
  if (!(error instanceof McpRefusal)) throw error;
  const { status, message, scope, retryAfterSeconds } = error;
  const challenge =
    scope === undefined ? [] : ["WWW-Authenticate", `Bearer error="insufficient_scope", scope="${scope}"`];
  const retry = retryAfterSeconds === undefined ? [] : ["Retry-After", String(retryAfterSeconds)];
  throw new HttpRefusal(status, message, { headers: [...challenge, ...retry] });
}
