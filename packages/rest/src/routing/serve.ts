import { requireScope } from "@knote/api";
import { ClientLeft, HttpRefusal, unauthorized } from "../errors/http-refusal.ts";
import type { Cors } from "../http/cors.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Responder } from "../http/responder.ts";
import { headerToken } from "../http/sent-token.ts";
import type { Authenticate } from "../options.ts";
import type { SignOuts } from "../sign-out/sign-outs.ts";
import type { Endpoint } from "./endpoint.ts";
import type { MatchedRoute } from "./route-table.ts";

export interface ServeParts {
  readonly respond: Responder;
  readonly cors: Cors;
  readonly authenticate: Authenticate;
  readonly signOuts: SignOuts;
}

/** Returns a function that answers an exchange by its matched route; it never throws. */
export function createServe(parts: ServeParts): (matched: MatchedRoute, exchange: Exchange) => void {
  return (matched, exchange) => {
    answer(matched, exchange, parts).catch((error: unknown) =>
      parts.respond.error(exchange, exchange.admitted?.isCut() ? unauthorized(true) : error),
    );
  };
}

/** Checks method (405), token (401) and scope (403), then the endpoint runs. The body is not read before that. */
async function answer({ route, parameters }: MatchedRoute, exchange: Exchange, parts: ServeParts): Promise<void> {
  exchange.route = route.path;
  const { method } = exchange.request;
  const endpoint = route.endpoints.get(method);
  if (!endpoint) {
    exchange.headers.push("Allow", route.allow);
    if (method !== "OPTIONS") throw new HttpRefusal(405, `This path does not take ${method}.`);
    exchange.headers.push(...parts.cors.preflightFor(exchange, route.allow));
    return parts.respond.empty(exchange, 204);
  }
  if (endpoint.access === "token") await admit(endpoint, exchange, parts);
  await endpoint.answer(exchange, parameters);
}

async function admit(endpoint: Endpoint, exchange: Exchange, { authenticate, signOuts }: ServeParts): Promise<void> {
  const { sent, token } = (endpoint.tokenOf ?? headerToken)(exchange);
  const since = signOuts.now();
  const known = token === null ? null : await authenticate(token);
  if (known === null) throw unauthorized(sent);
  // Listeners for a leaving client are added later: they would never hear of this one.
  if (exchange.response.destroyed) throw new ClientLeft();
  exchange.actor = known.actor;
  exchange.admitted = signOuts.admit(known.actor.userId, known.origin, since);
  exchange.origin = known.origin;
  exchange.expiresAt = known.expiresAt;
  if (endpoint.scope) requireScope(known.actor, endpoint.scope);
}
