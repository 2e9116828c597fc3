import { createHash, timingSafeEqual } from "node:crypto";
import { unauthorizedRefusal } from "../errors/http-refusal.ts";
import type { Responder } from "../http/responder.ts";
import { headerToken } from "../http/sent-token.ts";
import type { Endpoint } from "../routing/endpoint.ts";
import type { Metrics } from "./metrics.ts";

/** `GET /metrics`, opened by the metrics token, which is not an access token. */
export function metricsEndpoint(metrics: Metrics, metricsToken: string, respond: Responder): Endpoint {
  const expectedHash = sha256(metricsToken);
  return {
    method: "GET",
    path: "/metrics",
    access: "public",
    isDocumented: true,
    async answer(exchange) {
      const { wasSent, token } = headerToken(exchange);
      if (token === null || !timingSafeEqual(sha256(token), expectedHash)) throw unauthorizedRefusal(wasSent);
      respond.body(exchange, 200, ["Content-Type", metrics.contentType], await metrics.render());
    },
  };
}

/** Hashes the token, so that the time of the comparison reveals neither length nor content. */
function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
