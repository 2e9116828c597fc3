import { DomainError, type ProviderRefusal, type ProviderSignIn } from "@knote/api";
import type { Exchange } from "../http/exchange.ts";
import type { Endpoint } from "../routing/endpoint.ts";
import { type AuthContext, authEndpoint, openSession, redirect } from "./auth-context.ts";
import { ownPath } from "./own-path.ts";
import { SIGN_IN_PATHS } from "./sign-in-paths.ts";

type SignInError = ProviderRefusal | "limit" | "unavailable";

const FLOW_SECONDS = 600;

/** `GET /auth/github` and its callback. Browsers navigate here, so errors are shown by the sign-in page. */
export function providerEndpoints(context: AuthContext, github: ProviderSignIn): Endpoint[] {
  const page = (path: string, answer: (exchange: Exchange) => Promise<void>) =>
    authEndpoint(context, "GET", path, (exchange) => redirectErrorsToSignIn(exchange, context, answer));
  return [
    page(SIGN_IN_PATHS.provider, (exchange) => begin(exchange, context, github)),
    page(SIGN_IN_PATHS.callback, (exchange) => finish(exchange, context, github)),
  ];
}

async function begin(exchange: Exchange, { cookies, respond }: AuthContext, github: ProviderSignIn): Promise<void> {
  const { address, flow } = await github.begin(ownPath(new URLSearchParams(exchange.search).get("return_to")));
  cookies.flow.set(exchange, flow, FLOW_SECONDS);
  redirect(exchange, respond, address);
}

async function finish(exchange: Exchange, context: AuthContext, github: ProviderSignIn): Promise<void> {
  const { cookies, log, respond } = context;
  const outcome = await github.finish(cookies.flow.read(exchange), exchange.search);
  cookies.flow.clear(exchange);
  const returnTo = ownPath(outcome.returnTo);
  if ("error" in outcome) {
    log.warn({ id: exchange.id, reason: outcome.reason }, `sign-in failed: ${outcome.error}`);
    return redirect(exchange, respond, signInPage(exchange, outcome.error, returnTo));
  }
  await openSession(exchange, outcome.person, context);
  redirect(exchange, respond, returnTo);
}

async function redirectErrorsToSignIn(
  exchange: Exchange,
  { limit, log, respond }: AuthContext,
  answer: (exchange: Exchange) => Promise<void>,
): Promise<void> {
  try {
    await limit(exchange.request.ip ?? "unknown", 1);
    await answer(exchange);
  } catch (error) {
    if (!DomainError.is(error)) throw error;
    const code = error.code === "LIMIT_EXCEEDED" ? "limit" : "unavailable";
    if (code === "unavailable") log.warn({ id: exchange.id, err: error }, "sign-in failed: unavailable");
    redirect(exchange, respond, signInPage(exchange, code, "/"));
  }
}

/** Returns the address of the sign-in page that shows the error, with the request id to find it in the log. */
function signInPage({ id }: Exchange, error: SignInError, returnTo: string): string {
  const query = new URLSearchParams({ error, request_id: id, ...(returnTo !== "/" && { return_to: returnTo }) });
  return `/signin?${query.toString()}`;
}
