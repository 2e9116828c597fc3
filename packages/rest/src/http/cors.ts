import type { Exchange } from "./exchange.ts";
import type { RawHeaders } from "../raw-headers.ts";

const EXPOSED_HEADERS =
  "ETag, Idempotency-Replayed, Link, Retry-After, WWW-Authenticate, X-As-Of, X-Model-Fallback, X-Needs-Review, X-Request-Id, X-Search-Correction";
const ALLOWED_HEADERS =
  "Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, X-Request-Id, trpc-accept";
const PREFLIGHT_SECONDS = "600";

export interface Cors {
  /** Returns the headers that let an allowed page read the response; none for other origins. */
  headersFor(exchange: Exchange): RawHeaders;
  /** Returns the headers of a preflight response. */
  preflightFor(exchange: Exchange, methods: string): RawHeaders;
}

const NONE: RawHeaders = [];

/** Allows the given origins only, compared exactly, and never with cookies. */
export function createCors(origins: readonly string[]): Cors {
  if (origins.length === 0) return { headersFor: () => NONE, preflightFor: () => NONE };
  const refusedHeaders = ["Vary", "Origin"];
  const headersByOrigin = new Map(
    origins.map((origin) => [
      origin,
      ["Vary", "Origin", "Access-Control-Allow-Origin", origin, "Access-Control-Expose-Headers", EXPOSED_HEADERS],
    ]),
  );
  const headersFor = ({ request }: Exchange) => headersByOrigin.get(request.headers.origin ?? "") ?? refusedHeaders;
  return {
    headersFor,
    preflightFor(exchange, methods) {
      if (headersFor(exchange) === refusedHeaders) return NONE;
      return [
        ["Access-Control-Allow-Methods", methods],
        ["Access-Control-Allow-Headers", ALLOWED_HEADERS],
        ["Access-Control-Max-Age", PREFLIGHT_SECONDS],
      ].flat();
    },
  };
}
