import { conflict, type DomainError } from "@knote/api";
import { LIMITS } from "@knote/contract";

/** Tells an owner that they have as many tokens and grants as they can have. */
export function tooManyTokens(): DomainError {
  return conflict(`You have ${LIMITS.tokens} tokens. Revoke one first.`);
}
