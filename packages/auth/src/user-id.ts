import { RESERVED_USER_PREFIX } from "@knote/api";
import { LIMITS } from "@knote/contract";

/** Returns whether a token may name this user. A store's keys cannot hold NUL or lone surrogates. */
export function isUserId(sub: unknown): sub is string {
  if (typeof sub !== "string" || !sub.isWellFormed() || sub.includes("\0")) return false;
  const length = [...sub].length;
  return length >= 1 && length <= LIMITS.userIdLength && !sub.startsWith(RESERVED_USER_PREFIX);
}
