import type { Scope, TierKey, TokenKind } from "@knote/contract";
import { DomainError } from "./errors.ts";

/** What a request was let in with: an access token, or a stored token with its id and name. */
export type Credential =
  | { readonly kind: "access" }
  | { readonly kind: TokenKind; readonly id: string; readonly name: string };

/** The caller of a request, authenticated once before any verb runs. */
export interface Actor {
  /** The token's `sub`, 1–200 characters; leads every store call. */
  readonly userId: string;
  readonly scopes: ReadonlySet<string>;
  readonly tier: TierKey;
  /** For the log, rate limits and the names of makers. Absent for work of the service itself. */
  readonly credential?: Credential;
}

export function requireScope(actor: Actor, scope: Scope): void {
  if (!actor.scopes.has(scope)) {
    throw new DomainError("FORBIDDEN", `This token does not carry the scope ${scope}.`);
  }
}
