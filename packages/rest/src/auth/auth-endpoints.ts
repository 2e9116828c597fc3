import type { SignIn } from "@knote/api";
import { createAddressLimit } from "../http/address-limit.ts";
import type { Responder } from "../http/responder.ts";
import type { HttpAppSettings } from "../options.ts";
import type { Endpoint } from "../routing/endpoint.ts";
import { connectorEndpoints } from "../oauth/connector-endpoints.ts";
import { accountEndpoints } from "./account-endpoints.ts";
import type { AuthContext } from "./auth-context.ts";
import { codeEndpoints } from "./code-endpoints.ts";
import { createCookies } from "./cookies.ts";
import { providerEndpoints } from "./provider-endpoints.ts";
import { sessionEndpoints } from "./session-endpoints.ts";
import { SIGN_IN_PATHS } from "./sign-in-paths.ts";
import { tokenEndpoints } from "./token-endpoints.ts";
import type { SignOuts } from "../sign-out/sign-outs.ts";

const PROVIDER = { name: "GitHub", url: SIGN_IN_PATHS.provider };

/** Everything under `/auth`, and `/oauth` for connectors. When sign-in is not configured, only `/auth/options`, which says so. */
export function authEndpoints(
  settings: HttpAppSettings,
  parts: { readonly signOuts: SignOuts; readonly respond: Responder },
): Endpoint[] {
  const { signIn, publicUrl, services, log, rateLimits, signInsPerMinute: perMinute } = settings;
  if (!signIn) return [optionsEndpoint({ mode: "external" }, parts.respond)];
  const detail = "Too many attempts to sign in; try again in a minute.";
  const limit = createAddressLimit(rateLimits, { name: "sign-ins", perMinute, detail });
  const cookies = createCookies(publicUrl);
  const context: AuthContext = { ...parts, signIn, cookies, services, log, publicUrl, limit };
  return [
    optionsEndpoint(optionsOf(signIn), parts.respond),
    ...(signIn.mode === "github" ? providerEndpoints(context, signIn.github) : codeEndpoints(context, signIn.codes)),
    ...sessionEndpoints(context),
    ...tokenEndpoints(context, settings.tokens),
    ...accountEndpoints(context),
    ...(settings.connectors ? connectorEndpoints(settings, context, settings.connectors) : []),
  ];
}

function optionsOf({ mode }: SignIn): object {
  return mode === "github" ? { mode, provider: PROVIDER } : { mode };
}

/** `GET /auth/options`: how visitors can sign in. */
function optionsEndpoint(options: object, respond: Responder): Endpoint {
  const body = JSON.stringify(options);
  return {
    method: "GET",
    path: "/auth/options",
    access: "public",
    isDocumented: false,
    answer: (exchange) => respond.json(exchange, 200, body),
  };
}
