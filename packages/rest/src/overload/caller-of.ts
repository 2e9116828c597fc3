import type { Exchange } from "../http/exchange.ts";
import { networkOf } from "../http/network-of.ts";

/** Returns whose share a request counts against: the user's, or without a user the network's. */
export function callerOf({ actor, request }: Pick<Exchange, "actor" | "request">): string {
  return actor?.userId ?? networkOf(request.ip ?? "unknown");
}
