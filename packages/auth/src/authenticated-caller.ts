import type { Actor, TokenOrigin } from "@knote/api";

export interface AuthenticatedCaller {
  readonly actor: Actor;
  readonly origin: TokenOrigin;
  /** Milliseconds since the epoch at which the token expires. */
  readonly expiresAt: number;
}
