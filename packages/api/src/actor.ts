import type { TierKey } from "@knote/contract";
import { DomainError } from "./errors.ts";

export const SCOPES = ["notes:read", "notes:write", "ask"] as const;
export type Scope = (typeof SCOPES)[number];

/** The caller of a request, authenticated once before any verb runs. */
export interface Actor {
  /** The token's `sub`, 1–200 characters; leads every store call. */
  readonly userId: string;
  readonly scopes: ReadonlySet<string>;
  readonly tier: TierKey;
}

export function requireScope(actor: Actor, scope: Scope): void {
  if (!actor.scopes.has(scope)) {
    throw new DomainError("FORBIDDEN", `This token does not carry the scope ${scope}.`);
  }
}
