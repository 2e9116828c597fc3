import type { Exchange } from "../http/exchange.ts";
import { refuseTooLong } from "../http/read-body.ts";
import { requireJson } from "../http/read-json.ts";
import { JSON_TYPE, type Responder } from "../http/responder.ts";
import type { Endpoint } from "../routing/endpoint.ts";
import type { TrpcHandler } from "./trpc-handler.ts";

/** Serves the router to typed clients, under `/trpc`, with the same procedures, tokens and limits. */
export function trpcEndpoints(handle: TrpcHandler, respond: Responder, bodyLimitBytes: number): Endpoint[] {
  const endpoint = {
    path: "/trpc/{procedures}",
    access: "public",
    isDocumented: false,
    answer(exchange: Exchange) {
      const { request, response } = exchange;
      if (request.method === "POST") {
        requireJson(request);
        refuseTooLong(request, bodyLimitBytes);
      }
      respond.handOver(exchange);
      response.setHeader("Content-Type", JSON_TYPE);
      handle(exchange);
    },
  } as const;
  return [
    { ...endpoint, method: "GET" },
    { ...endpoint, method: "POST" },
  ];
}
