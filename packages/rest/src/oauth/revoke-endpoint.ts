import { OAuthRefusal, type PersonalTokens, type RateLimits } from "@knote/api";
import type { Responder } from "../http/responder.ts";
import type { Endpoint } from "../routing/endpoint.ts";
import type { SignOuts } from "../sign-out/sign-outs.ts";
import { limitedEndpoints } from "./limited-endpoints.ts";
import { readForm, refuseProgram } from "./oauth-answers.ts";
import { OAUTH_PATHS } from "./oauth-paths.ts";

/**
 * `POST /oauth/revoke` (RFC 7009): whoever holds a stored token may end it, so that someone who finds one can. The
 * answer never tells whether there was such a token.
 */
export function revokeEndpoint(deps: {
  readonly tokens: PersonalTokens;
  readonly signOuts: SignOuts;
  readonly rateLimits: RateLimits;
  readonly respond: Responder;
}): Endpoint {
  const { tokens, signOuts, rateLimits, respond } = deps;
  const detail = "Too many tokens; try again in a minute.";
  const endpoint = limitedEndpoints(rateLimits, respond, { name: "revocations", detail });
  return endpoint("POST", OAUTH_PATHS.revoke, refuseProgram, async (exchange) => {
    const { token: text } = await readForm(exchange);
    if (!text) throw new OAuthRefusal("invalid_request", "token is required.");
    const token = await tokens.endByText(text);
    if (token !== null) await signOuts.end({ userId: token.userId, sessionId: token.id });
    respond.json(exchange, 200, "{}");
  });
}
