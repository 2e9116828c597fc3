import type { SignIn } from "@knote/api";
import { createAddressLimit } from "../http/address-limit.ts";
import type { Responder } from "../http/responder.ts";
import type { HttpAppSettings } from "../options.ts";
import type { Endpoint } from "../routing/endpoint.ts";
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

/** Returns what signing in needs; null where it is not configured. */
export function authContext(
  settings: HttpAppSettings,
  parts: { readonly signOuts: SignOuts; readonly respond: Responder },
): AuthContext | null {
  const { signIn, publicUrl, services, log, rateLimits, signInsPerMinute: perMinute } = settings;
  if (!signIn) return null;
  const detail = "Too many attempts to sign in; try again in a minute.";
  const limit = createAddressLimit(rateLimits, { name: "sign-ins", perMinute, detail });
  return { ...parts, signIn, cookies: createCookies(publicUrl), services, log, publicUrl, limit };
}

/** Everything under `/auth`. Without a context only `/auth/options`, which says that nobody signs in here. */
export function authEndpoints(settings: HttpAppSettings, context: AuthContext | null, respond: Responder): Endpoint[] {
  if (context === null) return [optionsEndpoint({ mode: "external" }, respond)];
  const { signIn } = context;
  return [
    optionsEndpoint(optionsOf(signIn), respond),
    ...(signIn.mode === "github" ? providerEndpoints(context, signIn.github) : codeEndpoints(context, signIn.codes)),
    ...sessionEndpoints(context),
    ...tokenEndpoints(context, settings.tokens),
    ...accountEndpoints(context),
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
