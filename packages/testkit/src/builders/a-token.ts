import { DAY_MS } from "@knote/contract";
import type { Grant, StoredToken } from "@knote/api";
import { freshId } from "./fresh-id.ts";

/** Returns a personal token of the user as it is stored. */
export function aToken(userId: string, fields: Partial<StoredToken> = {}): StoredToken {
  const createdAt = Date.now();
  return {
    id: freshId(),
    userId,
    kind: "personal",
    name: "backup script (\u{1F9E0})",
    scopes: ["notes:read", "ask"],
    hint: "f6JF",
    login: "ada",
    createdAt,
    lastUsedAt: null,
    expiresAt: createdAt + 90 * DAY_MS,
    grant: null,
    ...fields,
  };
}

/** Returns a connector's grant, which the user gave just now. */
export function aGrant(userId: string, fields: Partial<Grant> = {}, tokenFields: Partial<StoredToken> = {}) {
  const now = Date.now();
  const grant: Grant = {
    connector: "https://connector.example/client.json",
    accessUntil: now + 3_600_000,
    idleUntil: now + 60 * DAY_MS,
    family: `family ${freshId()}`,
    refresh: `refresh ${freshId()}`,
    earlier: null,
    ...fields,
  };
  return { ...aToken(userId, { kind: "grant", name: "Connector", ...tokenFields }), grant };
}
