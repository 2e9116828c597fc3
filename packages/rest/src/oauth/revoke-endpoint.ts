import type { PersonalTokens, RateLimits } from "@knote/api";
import { createAddressLimit } from "../http/address-limit.ts";
import { readBody } from "../http/read-body.ts";
import { requireType } from "../http/read-json.ts";
import type { Responder } from "../http/responder.ts";
import type { Endpoint } from "../routing/endpoint.ts";
import type { SignOuts } from "../sign-out/sign-outs.ts";

const BODY_BYTES = 16_384;
const PER_MINUTE = 60;
const MISSING = { error: "invalid_request", error_description: "token is required, once." };

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
  const { tokens, signOuts, respond } = deps;
  const detail = "Too many tokens; try again in a minute.";
  const limit = createAddressLimit(deps.rateLimits, { name: "revocations", perMinute: PER_MINUTE, detail });
  return {
    method: "POST",
    path: "/oauth/revoke",
    access: "public",
    isDocumented: false,
    async answer(exchange) {
      const { request } = exchange;
      await limit(request.ip ?? "unknown", 1);
      requireType(request, ["application/x-www-form-urlencoded"]);
      const form = new URLSearchParams((await readBody(request, BODY_BYTES)).toString());
      const [text, ...others] = form.getAll("token");
      if (!text || others.length > 0) return respond.json(exchange, 400, JSON.stringify(MISSING));
      const token = await tokens.endByText(text);
      if (token !== null) await signOuts.end({ userId: token.userId, sessionId: token.id });
      respond.json(exchange, 200, "{}");
    },
  };
}
