import type { Session } from "@knote/api";
import { HttpRefusal } from "../errors/http-refusal.ts";
import type { Endpoint } from "../routing/endpoint.ts";
import { type AuthContext, authEndpoint, findSession, requireSession } from "./auth-context.ts";
import { endAllSessions, endSession, endSessionOf } from "./end-sessions.ts";

/** Tokens, sign-out, and the list of the user's sessions. */
export function sessionEndpoints(context: AuthContext): Endpoint[] {
  const { cookies, signOuts, respond } = context;
  const { sessions } = context.signIn;
  const ending = { sessions, signOuts };
  return [
    authEndpoint(context, "POST", "/auth/token", async (exchange) => {
      // A page that only checks whether somebody is signed in gets 204, not an error.
      const isOptional = new URLSearchParams(exchange.search).get("optional") === "true";
      const session = await (isOptional ? findSession : requireSession)(exchange, context);
      if (session === null) return respond.empty(exchange, 204);
      const { accessToken, expiresInSeconds } = await sessions.token(session);
      const body = { access_token: accessToken, token_type: "Bearer", expires_in: expiresInSeconds };
      respond.json(exchange, 200, JSON.stringify(body));
    }),
    authEndpoint(context, "POST", "/auth/logout", async (exchange) => {
      const secret = cookies.session.read(exchange);
      const session = secret && (await sessions.find(secret));
      cookies.session.clear(exchange);
      if (session) await endSession(ending, session);
      respond.empty(exchange, 204);
    }),
    authEndpoint(context, "GET", "/auth/sessions", async (exchange) => {
      const current = await requireSession(exchange, context);
      const sessionBodies = (await sessions.list(current.userId)).map((session) => sessionBody(session, current));
      respond.json(exchange, 200, JSON.stringify({ sessions: sessionBodies }));
    }),
    authEndpoint(context, "DELETE", "/auth/sessions", async (exchange) => {
      const { userId } = await requireSession(exchange, context);
      cookies.session.clear(exchange);
      await endAllSessions(ending, userId);
      respond.empty(exchange, 204);
    }),
    authEndpoint(context, "DELETE", "/auth/sessions/{id}", async (exchange, { id = "" }) => {
      const current = await requireSession(exchange, context);
      if (!(await endSessionOf(ending, current.userId, id))) throw new HttpRefusal(404, "Session not found.");
      if (id === current.id) cookies.session.clear(exchange);
      respond.empty(exchange, 204);
    }),
  ];
}

function sessionBody({ id, createdAt, lastUsedAt, expiresAt, userAgent }: Session, current: Session) {
  return {
    id,
    created_at: new Date(createdAt).toISOString(),
    last_used_at: new Date(lastUsedAt).toISOString(),
    expires_at: new Date(expiresAt).toISOString(),
    user_agent: userAgent,
    current: id === current.id,
  };
}
