import type { SignInCodes } from "@knote/api";
import { HttpRefusal, invalidField } from "../errors/http-refusal.ts";
import type { Exchange } from "../http/exchange.ts";
import { readJson } from "../http/read-json.ts";
import type { Endpoint } from "../routing/endpoint.ts";
import { type AuthContext, authEndpoint, openSession, redirect } from "./auth-context.ts";
import { SIGN_IN_PATHS } from "./sign-in-paths.ts";

export const BODY_BYTES = 4_096;
const CODE = /^[\w-]{1,200}$/;

/**
 * `/auth/local`: the one-time link. Following the link does not use up the code, so that link previews and scanners
 * cost nobody their sign-in: the sign-in page sends the code. It is redirected to behind `#`, which browsers send to
 * no server.
 */
export function codeEndpoints(context: AuthContext, codes: Pick<SignInCodes, "redeem">): Endpoint[] {
  const { respond } = context;
  return [
    authEndpoint(context, "GET", SIGN_IN_PATHS.link, (exchange) => {
      const code = new URLSearchParams(exchange.search).get("code") ?? "";
      redirect(exchange, respond, CODE.test(code) ? `/signin#code=${code}` : "/signin?error=expired");
    }),
    authEndpoint(context, "POST", SIGN_IN_PATHS.link, (exchange) => redeem(exchange, context, codes)),
  ];
}

async function redeem(exchange: Exchange, context: AuthContext, codes: Pick<SignInCodes, "redeem">): Promise<void> {
  await context.limit(exchange.request.ip ?? "unknown", 1);
  const { code } = (await readJson(exchange.request, BODY_BYTES)).value;
  if (typeof code !== "string") throw invalidField("code", "code must be a string.");
  const person = await codes.redeem(code);
  if (person === null)
    throw new HttpRefusal(401, "This sign-in link was used already, or it is older than ten minutes.");
  await openSession(exchange, person, context);
  context.respond.empty(exchange, 204);
}
