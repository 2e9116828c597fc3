import { NewToken } from "@knote/contract";
import { type PersonalTokens, shownToken } from "@knote/api";
import { inputParser } from "../binder/input-parser.ts";
import { HttpRefusal } from "../errors/http-refusal.ts";
import { readJson } from "../http/read-json.ts";
import type { Endpoint } from "../routing/endpoint.ts";
import { type AuthContext, authEndpoint, requireSession } from "./auth-context.ts";

const BODY_BYTES = 16_384;
const parseNewToken = inputParser(NewToken, false);

/** `/auth/tokens`: the user's stored tokens. A signed-in browser alone makes, lists and ends them: no token does. */
export function tokenEndpoints(context: AuthContext, tokens: PersonalTokens): Endpoint[] {
  const { respond, signOuts } = context;
  return [
    authEndpoint(context, "GET", "/auth/tokens", async (exchange) => {
      const { userId } = await requireSession(exchange, context);
      const shownTokens = (await tokens.list(userId)).map(shownToken);
      respond.json(exchange, 200, JSON.stringify({ tokens: shownTokens }));
    }),
    authEndpoint(context, "POST", "/auth/tokens", async (exchange) => {
      const session = await requireSession(exchange, context);
      const { value } = await readJson(exchange.request, BODY_BYTES);
      // Safe because this is what the parser returns.
      const { token, text } = await tokens.create(session, parseNewToken(value) as NewToken);
      respond.json(exchange, 201, JSON.stringify({ ...shownToken(token), token: text }));
    }),
    authEndpoint(context, "DELETE", "/auth/tokens/{id}", async (exchange, { id = "" }) => {
      const { userId } = await requireSession(exchange, context);
      if (!(await tokens.end(userId, id))) throw new HttpRefusal(404, "Token not found.");
      await signOuts.end({ userId, sessionId: id });
      respond.empty(exchange, 204);
    }),
  ];
}
