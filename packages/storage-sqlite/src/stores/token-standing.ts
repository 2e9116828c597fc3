import type { DatabaseSync } from "node:sqlite";
import type { TokenOrigin } from "@knote/api";
import type { TokenCuts } from "./token-cuts.ts";
import type { UserRows } from "./user-rows.ts";

/** Returns whether a token counts now; works within a write too. */
export type TokenStanding = (sub: string, token: TokenOrigin) => boolean;

export function createTokenStanding(deps: {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly cuts: Pick<TokenCuts, "notBefore">;
}): TokenStanding {
  const { db, users, cuts } = deps;
  const session = db.prepare("SELECT 1 FROM sessions WHERE id = ? AND user = ?");
  return (sub, { issuedAt, sessionId }) =>
    sessionId === null ? issuedAt >= cuts.notBefore(sub) : session.get(sessionId, users.find(sub)) !== undefined;
}
