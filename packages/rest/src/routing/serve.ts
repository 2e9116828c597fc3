import { requireScope } from "@knote/api";
import { ClientLeft, HttpRefusal, unauthorizedRefusal } from "../errors/http-refusal.ts";
import type { Cors } from "../http/cors.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Responder } from "../http/responder.ts";
import { headerToken } from "../http/sent-token.ts";
import type { Authenticate } from "../options.ts";
import type { SignOuts } from "../sign-out/sign-outs.ts";
import type { Endpoint } from "./endpoint.ts";
import type { MatchedRoute } from "./route-table.ts";

export interface ServeDeps {
  readonly respond: Responder;
  readonly cors: Cors;
  readonly authenticate: Authenticate;
  readonly signOuts: SignOuts;
}

/** Returns a function that answers an exchange by its matched route; it never throws. */
export function createServe(deps: ServeDeps): (matchedRoute: MatchedRoute, exchange: Exchange) => void {
  return (matchedRoute, exchange) => {
    answer(matchedRoute, exchange, deps).catch((error: unknown) =>
      deps.respond.error(exchange, exchange.grant?.isCut() ? unauthorizedRefusal(true) : error),
    );
  };
}

/** Checks method (405), what the endpoint checks first, token (401) and scope (403), then the endpoint runs. The body is not read before that. */
async function answer({ route, parameters }: MatchedRoute, exchange: Exchange, deps: ServeDeps): Promise<void> {
  exchange.route = route.path;
  exchange.refusal = route.refusal;
  const { method } = exchange.request;
  const endpoint = route.endpoints.get(method);
  if (!endpoint) {
    exchange.headers.push("Allow", route.allow);
    if (method !== "OPTIONS") throw new HttpRefusal(405, `This path does not take ${method}.`);
    exchange.headers.push(...deps.cors.preflightFor(exchange, route.allow));
    return deps.respond.empty(exchange, 204);
  }
  endpoint.checkFirst?.(exchange);
  if (endpoint.access === "token") await admit(endpoint, exchange, deps);
  await endpoint.answer(exchange, parameters);
}

async function admit(endpoint: Endpoint, exchange: Exchange, { authenticate, signOuts }: ServeDeps): Promise<void> {
  const { wasSent, token } = (endpoint.tokenOf ?? headerToken)(exchange);
  const since = signOuts.now();
  const tokenHolder = token === null ? null : await (endpoint.authenticate ?? authenticate)(token);
  if (tokenHolder === null) throw unauthorizedRefusal(wasSent);
  // Listeners for a leaving client are added later: they would never hear of this one.
  if (exchange.response.destroyed) throw new ClientLeft();
  exchange.actor = tokenHolder.actor;
  exchange.grant = signOuts.admit(tokenHolder.actor.userId, tokenHolder.origin, since);
  exchange.origin = tokenHolder.origin;
  exchange.expiresAt = tokenHolder.expiresAt;
  if (endpoint.scope) requireScope(tokenHolder.actor, endpoint.scope);
}
