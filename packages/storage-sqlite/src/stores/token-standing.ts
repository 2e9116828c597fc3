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
  const living = db.prepare(
    "SELECT 1 FROM sessions WHERE id = ?1 AND user = ?2 UNION ALL SELECT 1 FROM tokens WHERE id = ?1 AND user = ?2",
  );
  return (sub, { issuedAt, sessionId }) =>
    sessionId === null ? issuedAt >= cuts.notBefore(sub) : living.get(sessionId, users.find(sub)) !== undefined;
}
