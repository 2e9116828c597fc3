import type { Responder } from "../http/responder.ts";
import type { Endpoint } from "../routing/endpoint.ts";
import { type DocumentFacts, openApiDocument } from "./openapi-document.ts";

/** `GET /openapi.json`, built on the first request. */
export function openApiEndpoint(facts: DocumentFacts, respond: Responder): Endpoint {
  let text: Promise<string> | undefined;
  return {
    method: "GET",
    path: "/openapi.json",
    access: "public",
    isDocumented: true,
    async answer(exchange) {
      text ??= openApiDocument(facts).then((document) => JSON.stringify(document));
      respond.json(exchange, 200, await text);
    },
  };
}
