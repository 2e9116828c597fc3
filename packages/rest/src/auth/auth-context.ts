import type { Person, Services, Session, SignIn } from "@knote/api";
import { HttpRefusal } from "../errors/http-refusal.ts";
import type { AddressLimit } from "../http/address-limit.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Responder } from "../http/responder.ts";
import type { Logger } from "../options.ts";
import type { Endpoint, Method } from "../routing/endpoint.ts";
import type { SignOuts } from "../sign-out/sign-outs.ts";
import type { Cookies } from "./cookies.ts";
import { requireSameOrigin } from "./same-origin.ts";

/** Dependencies that the sign-in endpoints share. */
export interface AuthContext {
  readonly signIn: SignIn;
  readonly cookies: Cookies;
  readonly services: Services;
  readonly respond: Responder;
  readonly log: Logger;
  readonly publicUrl: string;
  readonly signOuts: SignOuts;
  /** Limits attempts to sign in. */
  readonly limit: AddressLimit;
}

/** Creates an endpoint that is opened by the cookie, not by a token. All but GET must come from our own pages. */
export function authEndpoint(context: AuthContext, method: Method, path: string, answer: Endpoint["answer"]): Endpoint {
  return {
    method,
    path,
    access: "public",
    isDocumented: false,
    answer(exchange, parameters) {
      if (method !== "GET") requireSameOrigin(exchange.request, context.publicUrl);
      return answer(exchange, parameters);
    },
  };
}

/** Returns the browser's session; throws 401 without one. */
export async function requireSession(exchange: Exchange, context: AuthContext): Promise<Session> {
  const session = await findSession(exchange, context);
  if (session === null) throw signedOut();
  return session;
}

/** Returns the browser's session, or null; a cookie without a session is cleared. */
export async function findSession(exchange: Exchange, { cookies, signIn }: AuthContext): Promise<Session | null> {
  const secret = cookies.session.read(exchange);
  if (secret === null) return null;
  const session = await signIn.sessions.find(secret);
  if (session === null) cookies.session.clear(exchange);
  return session;
}

export function signedOut(): HttpRefusal {
  return new HttpRefusal(401, "You are not signed in.");
}

/** Signs the browser in with a new secret, and ends its previous session. */
export async function openSession(exchange: Exchange, person: Person, context: AuthContext): Promise<void> {
  const { cookies, signIn, signOuts, services } = context;
  const userAgent = exchange.request.headers["user-agent"] ?? "";
  const replaces = cookies.session.read(exchange);
  const before = replaces === null ? null : await signIn.sessions.find(replaces);
  const { secret, expiresAt } = await signIn.sessions.open(person, { userAgent, replaces });
  if (before !== null) await signOuts.end({ userId: before.userId, sessionId: before.id });
  cookies.session.set(exchange, secret, Math.floor((expiresAt - services.clock.now()) / 1000));
}

export function redirect(exchange: Exchange, respond: Responder, address: string): void {
  exchange.headers.push("Location", address);
  respond.empty(exchange, 303);
}
