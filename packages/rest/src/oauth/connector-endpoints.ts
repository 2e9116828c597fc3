import type { Connectors, OAuthParameters, OAuthRefusal } from "@knote/api";
import { ConnectorDecision } from "@knote/contract";
import { type AuthContext, redirect, requireSession } from "../auth/auth-context.ts";
import { requireSameOrigin } from "../auth/same-origin.ts";
import { HttpRefusal } from "../errors/http-refusal.ts";
import { inputParser } from "../binder/input-parser.ts";
import type { Exchange } from "../http/exchange.ts";
import { readJson } from "../http/read-json.ts";
import type { Responder } from "../http/responder.ts";
import type { HttpAppSettings } from "../options.ts";
import type { Endpoint } from "../routing/endpoint.ts";
import { limitedEndpoints } from "./limited-endpoints.ts";
import { metadataEndpoints } from "./metadata-endpoints.ts";
import { readForm, readParameters, refusePerson, refuseProgram } from "./oauth-answers.ts";
import { OAUTH_PATHS } from "./oauth-paths.ts";

const BODY_BYTES = 16_384;
const parseDecision = inputParser(ConnectorDecision, false);

interface ConnectorContext {
  readonly auth: AuthContext;
  readonly connectors: Connectors;
}

/** Letting outside applications in, by OAuth: metadata, the way to the page that asks, its answer, and tokens. */
export function connectorEndpoints(settings: HttpAppSettings, auth: AuthContext, connectors: Connectors): Endpoint[] {
  const { respond, publicUrl } = auth;
  const context = { auth, connectors };
  const endpoint = limitedEndpoints(settings.rateLimits, respond, {
    name: "connections",
    detail: "Too many attempts to connect; try again in a minute.",
  });
  return [
    ...metadataEndpoints(connectors, publicUrl, respond),
    endpoint("GET", OAUTH_PATHS.authorize, refusePerson, async (exchange) => {
      const outcome = await connectors.examine(readParameters(exchange.search));
      // Encoded, as the dashboard's router would read a number out of a state of digits.
      const request = Buffer.from(exchange.search).toString("base64url");
      redirect(exchange, respond, outcome.view === null ? outcome.returnTo : `${OAUTH_PATHS.page}?request=${request}`);
    }),
    endpoint("GET", OAUTH_PATHS.consent, refusePage, (exchange) => show(exchange, context)),
    endpoint("POST", OAUTH_PATHS.consent, refusePage, (exchange) => decide(exchange, context)),
    endpoint("POST", OAUTH_PATHS.token, refuseProgram, (exchange) => giveTokens(exchange, context)),
  ];
}

function refusePage(_exchange: Exchange, _respond: Responder, { message }: OAuthRefusal): never {
  throw new HttpRefusal(400, message);
}

/** What the page shows to the signed-in owner. */
async function show(exchange: Exchange, { auth, connectors }: ConnectorContext): Promise<void> {
  await requireSession(exchange, auth);
  const request = new URLSearchParams(exchange.search).get("request") ?? "";
  const outcome = await connectors.examine(readRequest(request));
  if (outcome.view === null) return auth.respond.json(exchange, 200, JSON.stringify({ redirect_to: outcome.returnTo }));
  const { name, host, returnHost, isLoopback } = outcome.view;
  const body = { client_name: name, client_host: host, return_host: returnHost, is_loopback: isLoopback };
  auth.respond.json(exchange, 200, JSON.stringify(body));
}

/** The owner's decision. The page leads the browser to the address in the answer. */
async function decide(exchange: Exchange, { auth, connectors }: ConnectorContext): Promise<void> {
  requireSameOrigin(exchange.request, auth.publicUrl);
  const session = await requireSession(exchange, auth);
  const { value } = await readJson(exchange.request, BODY_BYTES);
  // Safe because this is what the parser returns.
  const { request, allow, scopes, expires_in_days: days } = parseDecision(value) as ConnectorDecision;
  const address = await connectors.decide(readRequest(request), allow ? { scopes, days } : null, session);
  auth.respond.json(exchange, 200, JSON.stringify({ redirect_to: address }));
}

/** Reads the request as the page was given it. */
function readRequest(text: string): OAuthParameters {
  return readParameters(Buffer.from(text, "base64url").toString());
}

/** A code or a refresh token becomes tokens. */
async function giveTokens(exchange: Exchange, { auth, connectors }: ConnectorContext): Promise<void> {
  const { accessToken, refreshToken, expiresInSeconds, scopes } = await connectors.exchange(await readForm(exchange));
  const body = {
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: expiresInSeconds,
    refresh_token: refreshToken,
    scope: scopes.join(" "),
  };
  auth.respond.json(exchange, 200, JSON.stringify(body));
}
