import { randomUUID } from "node:crypto";
import type { Clock } from "@knote/api";
import { createSystemClock } from "@knote/api/time";
import { SignJWT } from "jose";
import { secretKey } from "./secret-key.ts";
import { AUDIENCE, DEFAULT_SCOPE, ISSUER, SESSION_CLAIM } from "./token-format.ts";

export interface MintTokenOptions {
  readonly secret: string;
  readonly sub: string;
  readonly name?: string | undefined;
  /** Separated by spaces. @default "notes:read notes:write ask" */
  readonly scope?: string | undefined;
  /** @default 3600 */
  readonly lifetimeSeconds?: number | undefined;
  /** The session that makes the token; the token is valid only while the session lives. */
  readonly sessionId?: string | undefined;
  /** Issue time in milliseconds, so that it can be compared with a cut in the same second. */
  readonly exactly?: boolean;
  readonly clock?: Clock;
}

/** Creates a documented access token, signed with the service's secret. */
export async function mintToken(options: MintTokenOptions): Promise<string> {
  const { secret, sub, name, scope = DEFAULT_SCOPE, lifetimeSeconds = 3_600, sessionId } = options;
  const { exactly = false, clock = createSystemClock() } = options;
  const milliseconds = clock.now() / 1000;
  const issuedAt = exactly ? milliseconds : Math.floor(milliseconds);
  const optional = {
    ...(name !== undefined && { name }),
    ...(sessionId !== undefined && { [SESSION_CLAIM]: sessionId }),
  };
  return new SignJWT({ scope, ...optional })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(sub)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .setJti(randomUUID())
    .sign(secretKey(secret));
}
