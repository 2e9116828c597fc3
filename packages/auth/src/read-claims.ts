import type { TokenOrigin } from "@knote/api";
import type { JWTPayload } from "jose";
import { AUDIENCE, DEFAULT_SCOPE, ISSUER, LEEWAY_SECONDS, SESSION_CLAIM } from "./token-format.ts";
import { isUserId } from "./user-id.ts";

/** What a token that holds says. */
export interface VerifiedToken extends TokenOrigin {
  readonly userId: string;
  readonly scopes: ReadonlySet<string>;
  /** Milliseconds since the epoch: the token's `exp`. */
  readonly expiresAt: number;
}

/** Claims of a payload whose signature, `exp` and `nbf` hold; null when they are not for us. */
export function readClaims(payload: JWTPayload, now: number): VerifiedToken | null {
  const { sub, exp, iat, iss, aud, scope = DEFAULT_SCOPE } = payload;
  if (!isUserId(sub) || !Number.isFinite(exp) || typeof scope !== "string") return null;
  if (iat !== undefined && iat > now / 1000 + LEEWAY_SECONDS) return null;
  if (iss !== undefined && iss !== ISSUER) return null;
  if (aud !== undefined && ![aud].flat().includes(AUDIENCE)) return null;
  const scopes = new Set(scope.split(" ").filter(Boolean));
  const session = payload[SESSION_CLAIM];
  const sessionId = typeof session === "string" ? session : null;
  // The fraction of a second is no exact binary number.
  return { userId: sub, scopes, sessionId, issuedAt: Math.round((iat ?? 0) * 1000), expiresAt: exp! * 1000 };
}
