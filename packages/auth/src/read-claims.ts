import type { TokenOrigin } from "@knote/api";
import type { JWTPayload } from "jose";
import { AUDIENCE, DEFAULT_SCOPE, ISSUER, LEEWAY_SECONDS, SESSION_CLAIM } from "./token-format.ts";
import { isUserId } from "./user-id.ts";

/** Claims of a valid token. */
export interface VerifiedToken extends TokenOrigin {
  readonly userId: string;
  readonly scopes: ReadonlySet<string>;
  /** Milliseconds since the epoch: the token's `exp`. */
  readonly expiresAt: number;
}

/** Returns the claims of a payload with checked signature, `exp` and `nbf`; null when they are not for this service. */
export function readClaims(payload: JWTPayload, now: number): VerifiedToken | null {
  const { sub, exp, iat, iss, aud, scope = DEFAULT_SCOPE } = payload;
  if (!isUserId(sub) || !Number.isFinite(exp) || typeof scope !== "string") return null;
  if (iat !== undefined && iat > now / 1000 + LEEWAY_SECONDS) return null;
  if (iss !== undefined && iss !== ISSUER) return null;
  if (aud !== undefined && ![aud].flat().includes(AUDIENCE)) return null;
  const scopes = new Set(scope.split(" ").filter(Boolean));
  // Access tokens are from before this scope, and whoever may write may be told what is written.
  if (scopes.has("notes:write")) scopes.add("webhooks");
  const session = payload[SESSION_CLAIM];
  const sessionId = typeof session === "string" ? session : null;
  // Rounded, as a fraction of a second has no exact binary form.
  return { userId: sub, scopes, sessionId, issuedAt: Math.round((iat ?? 0) * 1000), expiresAt: exp! * 1000 };
}
