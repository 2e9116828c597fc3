import { OAuthRefusal, type RateLimits } from "@knote/api";
import { createAddressLimit } from "../http/address-limit.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Responder } from "../http/responder.ts";
import type { Endpoint } from "../routing/endpoint.ts";

const PER_MINUTE = 60;

/**
 * Returns a function that creates endpoints without a token. Any address can call them 60 times a minute, all of them
 * together; `refuse` answers an `OAuthRefusal`.
 */
export function limitedEndpoints(
  rateLimits: RateLimits,
  respond: Responder,
  limitOptions: { readonly name: string; readonly detail: string },
) {
  const limit = createAddressLimit(rateLimits, { ...limitOptions, perMinute: PER_MINUTE });
  return (
    method: Endpoint["method"],
    path: string,
    refuse: (exchange: Exchange, respond: Responder, refusal: OAuthRefusal) => void,
    answer: (exchange: Exchange) => Promise<void>,
  ): Endpoint => ({
    method,
    path,
    access: "public",
    isDocumented: false,
    async answer(exchange) {
      await limit(exchange.request.ip ?? "unknown", 1);
      try {
        await answer(exchange);
      } catch (error) {
        if (!(error instanceof OAuthRefusal)) throw error;
        refuse(exchange, respond, error);
      }
    },
  });
}
