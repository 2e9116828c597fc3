import type { Token } from "@knote/contract";
import { endOf, type StoredToken } from "../ports/token-store.ts";

/** Returns a stored token as its owner sees it. */
export function shownToken(token: StoredToken): Token {
  const { id, kind, name, scopes, hint, grant, createdAt, lastUsedAt } = token;
  return {
    id,
    kind,
    name,
    scopes,
    hint,
    connector: grant?.connector ?? null,
    created_at: new Date(createdAt).toISOString(),
    expires_at: timeOf(endOf(token)),
    last_used_at: timeOf(lastUsedAt),
  };
}

function timeOf(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
