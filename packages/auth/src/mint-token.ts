import { randomUUID } from "node:crypto";
import { createSystemClock, type Clock } from "@knote/api";
import { SignJWT } from "jose";
import { secretKey } from "./secret-key.ts";
import { AUDIENCE, DEFAULT_SCOPE, ISSUER } from "./token-format.ts";

export interface MintTokenOptions {
  readonly secret: string;
  readonly sub: string;
  readonly name?: string | undefined;
  /** Separated by spaces. @default "notes:read notes:write ask" */
  readonly scope?: string | undefined;
  /** @default 3600 */
  readonly lifetimeSeconds?: number | undefined;
  /** Milliseconds since the epoch: tokens that say they are older are refused. A token tells whole seconds only. */
  readonly notBefore?: number | undefined;
  readonly clock?: Clock;
}

/** An access token as the interface describes it, signed with the service's secret. */
export async function mintToken(options: MintTokenOptions): Promise<string> {
  const { secret, sub, name, scope = DEFAULT_SCOPE, lifetimeSeconds = 3_600, notBefore = 0 } = options;
  const { clock = createSystemClock() } = options;
  const now = Math.floor(clock.now() / 1000);
  return new SignJWT(name === undefined ? { scope } : { scope, name })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(sub)
    .setIssuedAt(Math.max(now, Math.ceil(notBefore / 1000)))
    .setExpirationTime(now + lifetimeSeconds)
    .setJti(randomUUID())
    .sign(secretKey(secret));
}
