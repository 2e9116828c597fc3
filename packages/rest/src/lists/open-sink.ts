import { pipeline, type Writable } from "node:stream";
import { createGzip } from "node:zlib";
import { acceptsGzip } from "../http/accepts.ts";
import type { Exchange } from "../http/exchange.ts";
import { GZIP_LEVEL, type Responder } from "../http/responder.ts";

/** Begins a body of unknown length, compressed where the client takes it. `type` is a name and a value. */
export function openSink(exchange: Exchange, respond: Responder, type: readonly [string, string]): Writable {
  const headers = [...type, "Cache-Control", "no-store", "Vary", "Accept-Encoding"];
  const { request, response } = exchange;
  if (!acceptsGzip(request) || request.method === "HEAD") {
    respond.head(exchange, 200, headers);
    return response;
  }
  respond.head(exchange, 200, [...headers, "Content-Encoding", "gzip"]);
  const gzip = createGzip({ level: GZIP_LEVEL });
  // A failure of either side reaches the writer, because `pipeline` destroys both.
  pipeline(gzip, response, () => {});
  return gzip;
}
