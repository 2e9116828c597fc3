import type { Exchange } from "../http/exchange.ts";
import { networkOf } from "../http/network-of.ts";

/** Whose share a request counts for: the user's, or without one the address's. */
export function callerOf({ actor, request }: Pick<Exchange, "actor" | "request">): string {
  return actor?.userId ?? networkOf(request.ip ?? "unknown");
}
