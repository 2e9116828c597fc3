import { invalidField } from "../errors/http-refusal.ts";
import { readJson } from "../http/read-json.ts";
import type { Endpoint } from "../routing/endpoint.ts";
import { endAccount } from "./end-sessions.ts";
import { type AuthContext, authEndpoint, requireSession, signedOut } from "./auth-context.ts";
import { BODY_BYTES } from "./code-endpoints.ts";

/** The word that confirms the erasure of an account. */
const CONFIRMATION = "erase";

/** `/auth/account`: who is signed in, and the erasure of their account. */
export function accountEndpoints(context: AuthContext): Endpoint[] {
  const { cookies, respond, signIn } = context;
  return [
    authEndpoint(context, "GET", "/auth/account", async (exchange) => {
      const session = await requireSession(exchange, context);
      const { userId, name, login } = session;
      const tier = await signIn.sessions.tier(session);
      if (tier === null) throw signedOut();
      respond.json(exchange, 200, JSON.stringify({ id: userId, name, ...(login !== null && { login }), tier }));
    }),
    authEndpoint(context, "DELETE", "/auth/account", async (exchange) => {
      const { userId } = await requireSession(exchange, context);
      const { confirm } = (await readJson(exchange.request, BODY_BYTES)).value;
      if (confirm !== CONFIRMATION) throw invalidField("confirm", `confirm must be "${CONFIRMATION}".`);
      await endAccount(context, userId);
      cookies.session.clear(exchange);
      respond.empty(exchange, 204);
    }),
  ];
}
